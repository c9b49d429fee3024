"""The club's hub: every table of an evening on one page, results, and a ladder."""
