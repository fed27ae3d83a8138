#!/usr/bin/env python3
"""Puts sources into groups that can be compiled as one file each, and writes them as CMake.

usage: groups.py OUTPUT TARGET SOURCE...

Sources share a group if they define the same macros for headers, and none of their names at file scope clash.
"""

import re
import sys
from pathlib import Path

LARGEST = 20  # sources of a group


def without_texts(text):
    parts = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(parts, lambda part: " " if part[0].startswith("/") else "0", text.replace("\\\n", " "), flags=re.S)


def at_file_scope(text):
    """The text outside of braces and parentheses, which become {} and ()."""
    found, depth = [], 0
    for c in text:
        depth -= c in ")}"
        if depth == 0:
            found.append(c)
        depth += c in "({"
    return "".join(found)


class Source:
    def __init__(self, path):
        self.path = path
        text = without_texts(path.read_text(encoding="utf-8"))
        macros = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M)
        undone = re.findall(r"^[ \t]*#[ \t]*undef[ \t]+(\w+)", text, re.M)
        includes = text[: max([m.end() for m in re.finditer(r"^#[ \t]*include", text, re.M)], default=0)]
        self.key = tuple(
            line
            for line, name in re.findall(r"^([ \t]*#[ \t]*define[ \t]+(\w+).*)", includes, re.M)
            if name not in undone
        )
        of_headers = {re.search(r"define[ \t]+(\w+)", line).group(1) for line in self.key}
        self.macros = set(macros) - set(undone) - of_headers
        code = re.sub(r"^[ \t]*#.*", "", text, flags=re.M)
        self.words = set(re.findall(r"\w+", code))
        self.names = set()
        for enumerators in re.findall(r"\benum\b\s*\w*\s*\{([^}]*)\}", code):
            self.names |= set(re.findall(r"(?:^|,)\s*(\w+)", enumerators))
        for statement in re.split(r";|(?<=\))\s*\{\}", at_file_scope(code)):
            self.names |= set(re.findall(r"\b(?:struct|union|enum)\s+(\w+)\s*\{", statement))
            if re.search(r"\b(static|typedef)\b|\}", statement):
                self.names |= set(re.findall(r"(\w+)\s*(?=\(\)|\[|=|,|$)", statement))

    def clashes(self, other):
        return (
            self.key != other.key
            or self.names & other.names
            or self.macros & (other.words | other.macros)
            or other.macros & self.words
        )


def main():
    output, target, *paths = sys.argv[1:]
    groups = []
    for source in [Source(Path(path)) for path in sorted(paths)]:
        for group in groups:
            if (
                len(group) < LARGEST
                and group[0].path.suffix == source.path.suffix
                and not any(source.clashes(other) for other in group)
            ):
                group.append(source)
                break
        else:
            groups.append([source])
    with open(output, "w", encoding="utf-8") as file:
        for number, group in enumerate(groups):
            names = " ".join(f'"{source.path}"' for source in group)
            file.write(
                f"set_source_files_properties({names} TARGET_DIRECTORY {target} PROPERTIES UNITY_GROUP {number})\n"
            )


if __name__ == "__main__":
    main()
