"""The club's hub: a server that shows every shared table on one page, with results, a ladder and pairings."""
