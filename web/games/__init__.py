"""The games as the pages know them."""
