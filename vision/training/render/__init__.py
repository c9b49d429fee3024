"""Path-traced training pictures of dice and stones, rendered with Blender Cycles (the `bpy` wheel)."""
