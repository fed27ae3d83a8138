#!/usr/bin/env python3
"""Whether each link of a site leads to a file, to an anchor or a scene in it, and whether it loads nothing from elsewhere.

usage: check_links.py FOLDER
"""
import html.parser
import os
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links of a page, and the anchors that others may name."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.loaded = set(), set(), set()
        with open(path, encoding="utf-8", errors="replace") as file:
            self.text = file.read()
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[key] for key in ("id", "name") if values.get(key)}
        links = {values[key] for key in ("href", "src") if values.get(key)}
        self.links |= links
        self.loaded |= links if tag != "a" else set()


def broken_links(folder):
    paths = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names if name.endswith(".html")]
    pages = {os.path.normpath(path): Page(path) for path in paths}
    if not pages:
        yield f"{folder}: holds no .html file"
    for path, page in sorted(pages.items()):
        for link in sorted(page.links):
            parts = urllib.parse.urlsplit(link)
            if parts.netloc and link in page.loaded:
                yield f"{path}: loads {link} from another host"
            if parts.scheme or parts.netloc or link.startswith("javascript:"):
                continue
            scene = urllib.parse.parse_qs(parts.query).get("scene")
            target = os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path)) if parts.path else path
            target = os.path.normpath(target)
            if not os.path.exists(target):
                yield f"{path}: links to {link}, which does not exist"
            elif parts.fragment and target in pages and parts.fragment not in pages[target].anchors:
                yield f"{path}: links to {link}, but {os.path.basename(target)} has no such anchor"
            elif scene and f'"path":"{scene[0]}.json"' not in pages[target].text:
                yield f"{path}: links to {link}, but {os.path.basename(target)} has no such scene"


def main():
    found = list(broken_links(sys.argv[1]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
