"""The source of the pages for mdBook: the repository's Markdown, and the files that it links to."""

import json
import os
import re
import shutil

from website import mlir

FIRST = "README.md"
# The list in the first page that all pages of `docs` are in.
LIST = "## Documentation"
# What follows them.
FOR_CONTRIBUTORS = ["CONTRIBUTING.md", "ARCHITECTURE.md", "RELEASING.md", "CHANGELOG.md"]
# The group of the files of the repository that have a page.
FILES = "Files"
# The files of a directory with at most as many have pages, too, if a page links to the directory.
SMALL = 60
# The languages of highlight.js, by the ends of files' names.
LANGUAGES = {
    ".cpp": "cpp", ".h": "cpp", ".json": "json", ".mlir": "mlir", ".py": "python", ".rs": "rust",
    ".toml": "toml", ".yml": "yaml",
}  # fmt: skip
LINK = re.compile(r"(!?\[(?:[^][]|\[[^]]*\])*\]\()([^()\s]+)(\))")
# Code in a line, which may contain what looks like a link.
CODE = re.compile(r"((`+)(?!`).+?(?<!`)\2(?!`))", re.DOTALL)
FENCE = re.compile(r"^( *)(```+)(.*)$")


class SourceError(Exception):
    """The repository lacks what the pages are made of."""


class Book:
    """The pages, by their files' paths in the repository."""

    def __init__(self, root):
        self.root = root
        self.problems = []
        # The files and directories that pages link to, in the order of their names.
        self.linked = set()
        # The pictures that pages show, which are copied.
        self.pictures = set()
        readme = self.read(FIRST)
        if f"\n{LIST}\n" not in readme:
            raise SourceError(f"{FIRST} has no section `{LIST}`, which lists the pages")
        section = readme.partition(f"\n{LIST}\n")[2].partition("\n## ")[0]
        self.listed = self.read_list(section)
        in_list = [page for _, pages in self.listed for page in pages]
        for page in sorted(root.glob("docs/**/*.md")):
            name = page.relative_to(root).as_posix()
            if name not in in_list:
                self.problems.append(f"{name}: the list in {FIRST}, `{LIST}`, does not have it")
        self.pages = [FIRST, *(page for page in in_list if page.endswith(".md")), *FOR_CONTRIBUTORS]
        self.texts = {page: self.convert(page) for page in self.pages}

    def read(self, name):
        try:
            return (self.root / name).read_text()
        except OSError as error:
            raise SourceError(f"{name}: {error.strerror}") from error

    def read_list(self, section):
        """Returns the pages of each item: one, or those of a group, whose name comes first."""
        items = []
        for item in re.split(r"^- ", section, flags=re.MULTILINE)[1:]:
            pages = [link[1] for link in LINK.findall(item) if "://" not in link[1]]
            group = re.sub(r"\s+", " ", item.partition("[")[0]).rstrip(": ")
            items.append((group if len(pages) > 1 else "", pages))
        return items

    def convert(self, page):
        """Returns the text of a page: its links lead to pages, and its MLIR is highlighted."""
        lines = self.read(page).splitlines()
        parts, prose, index = [], [], 0
        while index < len(lines):
            fence = FENCE.match(lines[index])
            if fence is None:
                prose.append(lines[index])
                index += 1
                continue
            parts.append(self.convert_links(page, "\n".join(prose)))
            prose = []
            indent, mark, language = fence.groups()
            end = index + 1
            while end < len(lines) and lines[end].strip() != mark:
                end += 1
            code = lines[index + 1 : end]
            if language.split(" ")[0] == "mlir":
                block = mlir.to_html("\n".join(line.removeprefix(indent) for line in code))
                parts.append("\n".join((indent + line).rstrip() for line in block.split("\n")))
            else:
                parts.append("\n".join(lines[index : end + 1]))
            index = end + 1
        parts.append(self.convert_links(page, "\n".join(prose)))
        return "\n".join(parts) + "\n"

    def convert_links(self, page, text):
        """Returns prose with the links to files of the repository as links to their pages."""
        codes = CODE.findall(text)
        masked = CODE.sub("\0", text)
        first, *rest = LINK.sub(lambda link: self.convert_link(page, link), masked).split("\0")
        return first + "".join(code + piece for (code, _), piece in zip(codes, rest, strict=True))

    def convert_link(self, page, link):
        start, address, end = link.groups()
        path, mark, fragment = address.partition("#")
        if "://" in address or not path:
            return link.group()
        name = os.path.normpath(os.path.join(os.path.dirname(page), path))
        target = self.root / name
        if name.startswith("..") or not target.exists():
            self.problems.append(f"{page}: the link to {address} leads nowhere")
            # Without the link, which the check of the pages would report again.
            return start.lstrip("!").removeprefix("[").removesuffix("](")
        if start.startswith("!"):
            self.pictures.add(name)
            return link.group()
        if not name.endswith(".md"):
            self.linked.add(name)
        there = os.path.relpath(self.page_of(name), os.path.dirname(page) or ".")
        return f"{start}{there}{mark}{fragment}{end}"

    def page_of(self, name):
        """Returns the path of the page for a file or directory."""
        if name == FIRST:
            return "index.md"
        if name.endswith(".md"):
            return name
        return f"{name}/index.md" if (self.root / name).is_dir() else f"{name}.md"

    def write(self, directory):
        """Writes the source of the pages, with their list."""
        for name in [name for name in self.linked if (self.root / name).is_dir()]:
            files = files_in(self.root / name)
            if len(files) <= SMALL:
                self.linked.update(f"{name}/{file}" for file in files if not file.endswith(".md"))
        for page, text in self.texts.items():
            write(directory / self.page_of(page), text)
        for name in sorted(self.linked):
            write(directory / self.page_of(name), self.show(name))
        for group, pages in self.groups():
            rows = [f"- [{self.title(page)}]({self.page_of(page)})" for page in pages]
            write(directory / group_page(group), f"# {group}\n\n" + "\n".join(rows) + "\n")
        for name in self.pictures:
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.root / name, directory / name)
        write(directory / "SUMMARY.md", self.summary())

    def show(self, name):
        """Returns the page of a file or directory."""
        path = self.root / name
        if path.is_dir():
            rows = [f"- {self.item(name, file)}" for file in files_in(path)]
            return f"# {name}\n\n" + "\n".join(rows) + "\n"
        if path.suffix == ".ipynb":
            return "\n\n".join(map(cell, json.loads(path.read_text())["cells"])) + "\n"
        try:
            text = path.read_text().rstrip("\n")
        except UnicodeDecodeError:
            return f"# {name}\n\nThis file is not text.\n"
        language = LANGUAGES.get(path.suffix, "text")
        if language == "mlir":
            return f"# {name}\n\n{mlir.to_html(text)}\n"
        return f"# {name}\n\n{fenced(text, language)}\n"

    def item(self, directory, file):
        """Returns a file in the list of its directory, as a link if it has a page."""
        name = f"{directory}/{file}"
        has_page = name in self.linked
        return f"[{file}]({file}.md)" if has_page else f"`{file}`"

    def groups(self):
        """Returns the groups of pages that have a page of their own, which lists them."""
        listed = {page for _, pages in self.listed for page in pages}
        groups = [(group, pages) for group, pages in self.listed if group]
        return [*groups, (FILES, sorted(self.linked - listed))]

    def not_searched(self):
        """Returns the pages of files that who searches for words does not want: all but examples."""
        _, files = self.groups()[-1]
        return [self.page_of(name) for name in files if not name.startswith("examples/")]

    def summary(self):
        lines = ["# Summary", "", "[Introduction](index.md)", ""]
        for group, pages in self.listed:
            lines += self.items(pages, group)
        lines += ["", "# The project", ""]
        lines += self.items(FOR_CONTRIBUTORS)
        lines += self.items(self.groups()[-1][1], FILES)
        return "\n".join(lines) + "\n"

    def items(self, pages, group=""):
        """Returns the lines of the book's list for some pages, below that of their group."""
        first = [f"- [{group}]({group_page(group)})"] if group else []
        indent = "  " if group else ""
        return first + [f"{indent}- [{self.title(page)}]({self.page_of(page)})" for page in pages]

    def title(self, page):
        """Returns the first heading of a page, or the name of another file."""
        text = self.read(page) if page.endswith(".md") else ""
        if page.endswith(".ipynb"):
            text = cell(json.loads(self.read(page))["cells"][0])
        heading = re.search(r"^# (.*)$", text, re.MULTILINE)
        if heading is None and page.endswith(".md"):
            raise SourceError(f"{page}: it has no heading")
        return heading[1].replace("`", "") if heading else page


def group_page(group):
    """Returns the path of the page that lists a group of pages."""
    return re.sub(r"\W+", "-", group.lower()) + ".md"


def files_in(directory):
    """Returns the files in a directory, and in those below it, by their paths in it."""
    found = (path for path in directory.rglob("*") if path.is_file())
    names = (path.relative_to(directory).as_posix() for path in found)
    return sorted(name for name in names if "__pycache__" not in name and ".snap" not in name)


def fenced(text, language):
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}{language}\n{text}\n{mark}"


def cell(it):
    """Returns a cell of a notebook."""
    text = "".join(it["source"])
    return text if it["cell_type"] == "markdown" else fenced(text, "python")


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
