"""The check of the links in a directory of pages."""

import html.parser
import urllib.parse

# The attributes with the address of something that a browser loads, by the element.
LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src"}


def check(directory):
    """Returns the problems with the links of all pages: no such page, no such position in it."""
    pages = {file: read(file) for file in sorted(directory.rglob("*.html"))}
    problems = []
    for file, page in pages.items():
        name = file.relative_to(directory)
        for address, is_loaded in page.addresses:
            if problem := examine(file, address, is_loaded, pages):
                problems.append(f"{name}: {problem}")
    return problems


def examine(file, address, is_loaded, pages):
    """Returns the problem with an address in a page, if there is one."""
    parts = urllib.parse.urlsplit(address)
    if parts.scheme or parts.netloc:
        is_elsewhere = is_loaded and parts.scheme != "data"
        return f"it loads {address}, which is elsewhere" if is_elsewhere else None
    path = urllib.parse.unquote(parts.path)
    target = (file.parent / path).resolve() if path else file
    if not target.is_file():
        return f"the link to {address} leads nowhere"
    fragment = urllib.parse.unquote(parts.fragment)
    if fragment and target in pages and fragment not in pages[target].names:
        return f"the link to {address} leads to a page without that heading"
    return None


def read(file):
    page = Page()
    page.feed(file.read_text())
    return page


class Page(html.parser.HTMLParser):
    """What is linked in a page, and the positions in it that links can name."""

    def __init__(self):
        super().__init__()
        self.names = set()
        self.addresses = []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.names.update(filter(None, [attributes.get("id"), attributes.get("name")]))
        loaded = LOADED.get(tag)
        if address := attributes.get(loaded or "href"):
            self.addresses.append((address, loaded is not None))
