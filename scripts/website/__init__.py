"""The documentation as pages: their source for mdBook, and the check of their links."""
