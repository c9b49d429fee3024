"""People: the pages that show the live table, and the forms that speak to it."""
