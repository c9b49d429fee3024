"""Changes between pictures: settling, unchanged regions and camera drift."""
