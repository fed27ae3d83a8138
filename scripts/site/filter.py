#!/usr/bin/env python3
"""What Doxygen reads instead of a file: `//` comments of a header as documentation, links of a page as references.

usage: filter.py FILE                      prints the file as Doxygen is to read it
       filter.py --undocumented [FOLDER]   lists names in headers without documentation; exits with 1 if there are any
       filter.py --files                   lists the files that pages link to or show, as FILE:COPY in the site
"""
import glob
import os
import re
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PICTURES = os.environ.get("GEL_PICTURES", ".png")  # how their names end in the site
DECLARATION = re.compile(r"(GEL_API|typedef|static inline|enum)\b")
COMMENT = re.compile(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*?)//(.*)$')


def split_comment(line):
    """Returns the code of a line, and its comment or None."""
    match = COMMENT.match(line)
    return (match.group(1), match.group(2)) if match else (line, None)


def escape(text):
    """Escapes what Doxygen would take for a command, an element or a link, outside `code`."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if i % 2 else re.sub(r"([@\\<>#]|\*(?=\w))", r"\\\1", part) for i, part in enumerate(parts))


def document(lines, mark):
    """Comment lines as documentation. Indented lines are code and stay as they are; errors and costs are paragraphs."""
    documented = []
    for line in lines:
        if re.match(r" (Errors|Cost)\b", line):
            documented.append(mark)
        documented.append(mark + (line if line.startswith("    ") else escape(line)))
    return documented


def read_declaration(lines, first):
    """The index of the last line of a declaration's head: the one that ends with ; or opens a brace."""
    last = first
    while not re.search(r"[;{]", split_comment(lines[last])[0]):
        last += 1
    return last


def name_of(text):
    match = re.search(r"(gel\w+)\s*\(|(?:typedef \w+ |})\s*(gel\w+)|typedef.*?(gel\w+)\s*[;(]", text)
    return next((group for group in match.groups() if group), text) if match else text


class Header:
    """Walks through a header: `out` is what Doxygen reads, `undocumented` the names of the top level without text."""

    def __init__(self, lines):
        self.lines, self.out, self.undocumented = lines, [], []
        self.heading = None  # of the run of declarations without an empty line: repeated for those without a comment
        self.column = None  # where the comment behind the last line begins
        self.depth = 0
        at = self.read_file_comment()
        while at < len(lines):
            at = self.read_line(at)

    def read_file_comment(self):
        end = next(i for i, line in enumerate(self.lines) if not line.startswith("//"))
        self.out += ["/// @file"] + document([line[2:] for line in self.lines[:end]], "///")
        return end

    def read_line(self, at):
        line = self.lines[at]
        text = line.strip()
        if text.startswith("#"):
            end = at
            while self.lines[end].endswith("\\"):
                end += 1
            self.out += [split_comment(part)[0] for part in self.lines[at:end + 1]]
            return end + 1
        if text.startswith("//"):
            return self.read_comment(at)
        if text == "":
            self.heading, self.column = None, None
            self.out.append(line)
            return at + 1
        end = at
        if self.depth == 0 and DECLARATION.match(text):
            end = self.begin_declaration(at)
        for part in self.lines[at:end + 1]:
            self.add_code(part)
        return end + 1

    def read_comment(self, at):
        end, indent = at, self.lines[at].index("//")
        while end < len(self.lines) and self.lines[end].strip().startswith("//"):
            end += 1
        block = [line.strip()[2:] for line in self.lines[at:end]]
        follows = end < len(self.lines) and self.lines[end].strip() not in ("", "}")
        if self.column is not None and indent == self.column:
            self.out += document(block, "///<")
        elif follows and not self.lines[end].startswith("#include"):
            self.out += document(block, "///")
            self.heading = block if self.depth == 0 else self.heading
        else:
            self.out += ["//" + line for line in block]
        return end

    def begin_declaration(self, at):
        end = read_declaration(self.lines, at)
        code = " ".join(split_comment(line)[0].strip() for line in self.lines[at:end + 1])
        own = self.lines[at - 1].strip().startswith("//")
        trailing = split_comment(self.lines[end])[1] is not None and "{" not in code
        if not own and not trailing:
            if self.heading is None:
                self.undocumented.append(name_of(code))
            else:
                self.out += document(self.heading, "///")
        return end

    def add_code(self, line):
        code, comment = split_comment(line)
        self.depth += code.count("{") - code.count("}")
        self.column = len(code) if comment is not None else None
        is_body = "{" in code and comment is not None
        self.out.append(code + ("" if comment is None else "//" + comment if is_body else "///<" + escape(comment)))


def slug(title):
    """The anchor of a heading, as in GitHub."""
    text = re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", title).lower())
    return text.replace(" ", "-")


def page_name(path):
    return "mainpage" if path == "README.md" else "page_" + re.sub(r"\W", "_", os.path.splitext(path)[0])


def is_page(path):
    return path in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md") or re.match(r"docs/.*\.md$", path)


def target_of(link, page):
    """Where a link of a page leads in the site; None if it leads nowhere there."""
    if "://" in link:
        return link
    path, _, anchor = link.partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if is_page(path):
        if path == "README.md" and not anchor:
            return "index.html"
        return "@ref " + page_name(path) + (f"_{anchor}" if anchor else "")
    if path.startswith("host/include/gel/") and path.endswith(".h"):
        return "@ref " + os.path.basename(path)
    if path == "host/include/gel":
        return "files.html"
    return None if os.path.isdir(os.path.join(ROOT, path)) else f"source/{path}.txt"


def convert_links(text, page):
    def link(match):
        text, target = " ".join(match.group(1).split()), target_of(match.group(2), page)
        return f"[{text}]({target})" if target else text

    def picture(match):
        path = os.path.normpath(os.path.join(os.path.dirname(page), match.group(2)))
        alt = " ".join(match.group(1).split()).replace('"', "&quot;")
        stem, end = os.path.splitext(path)
        shown = f'<img src="pictures/{stem}{PICTURES if end == ".png" else end}" alt="{alt}"/>'
        lesson = re.match(r"docs/lessons/(\w+)\.png$", path)
        return f'<a href="../lessons/{lesson[1]}.html">{shown}<br/>Run this lesson</a>' if lesson else shown

    text = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)", picture, text)
    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", link, text)


def read_page(text, page):
    out = []
    for part in re.split(r"((?:^```[^`]*^```\n)|(?:^ {4}[^\n]*\n)+)", text, flags=re.M):
        if part.startswith("```"):
            language = part[3:part.index("\n")].strip() or "unparsed"
            out.append(f"@code{{.{language}}}\n{part.split(chr(10), 1)[1].rstrip()[:-3]}@endcode\n")
            continue
        if part.startswith("    "):
            out.append("@code{.unparsed}\n" + re.sub(r"^ {4}", "", part, flags=re.M) + "@endcode\n")
            continue
        part = re.sub(r"\*\*(`[^`]*`[^*`]*)\*\*", r"<b>\1</b>", convert_links(part, page))
        parts = re.split(r"(`[^`]*`)", part)
        part = "".join(piece if i % 2 else re.sub(r"@(?!ref )", r"\\@", piece) for i, piece in enumerate(parts))

        def heading(match):
            level, title = match.group(1), match.group(2)
            name = page_name(page) if level == "#" else f"{page_name(page)}_{slug(title)}"
            return f"{level} {title} {{#{name}}}"

        out.append(re.sub(r"^(#+) (.*)$", heading, part, flags=re.M))
    return "".join(out)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def list_undocumented(folder=os.path.join(ROOT, "host/include/gel")):
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "*.h"))):
        for name in Header(read(path).splitlines()).undocumented:
            found.append(f"{os.path.relpath(path, ROOT)}: {name} has no comment, expected one before or behind it")
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


def list_files():
    """Prints what the site holds a copy of: pictures, and sources as text."""
    pages = glob.glob(os.path.join(ROOT, "*.md")) + glob.glob(os.path.join(ROOT, "docs/**/*.md"), recursive=True)
    copies = set()
    for path in pages:
        page = os.path.relpath(path, ROOT)
        copies |= set(re.findall(r'(?:\]\(|src=")((?:source|pictures)/[^)"]+)', read_page(read(path), page)))
    for copy in sorted(copies):
        file = copy.split("/", 1)[1]
        made_of = file[:-4] if copy.startswith("source/") else os.path.splitext(file)[0] + ".png"
        print(f"{made_of if os.path.exists(os.path.join(ROOT, made_of)) else file}:{copy}")
    return 0


def main():
    if sys.argv[1] == "--undocumented":
        return list_undocumented(*sys.argv[2:])
    if sys.argv[1] == "--files":
        return list_files()
    path = sys.argv[1]
    text = read(path)
    if path.endswith(".md"):
        print(read_page(text, os.path.relpath(os.path.abspath(path), ROOT)))
    else:
        print("\n".join(Header(text.splitlines()).out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
