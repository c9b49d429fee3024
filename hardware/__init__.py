"""Everything with a wire: cameras, buttons, lights, small screens; and the simulated table."""
