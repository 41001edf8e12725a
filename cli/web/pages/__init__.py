"""What each page shows: the data of its template, one module a page."""
