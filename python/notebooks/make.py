#!/usr/bin/env python3
"""Makes notebooks, .ipynb, of the Python files beside it, whose cells begin with "# %%".

usage: make.py [FOLDER]      default: this folder
"""
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def sources():
    """The notebooks in their order."""
    return sorted(HERE.glob("[0-9]*.py"))


def cells(path):
    """(kind, text) of each cell of a Python file: "code" or "markdown"."""
    for part in path.read_text(encoding="utf-8").split("# %%")[1:]:
        title, _, text = part.partition("\n")
        if title.strip() == "[markdown]":
            yield "markdown", "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.strip().splitlines())
        else:
            yield "code", text.strip()


def notebook(path):
    """The text of an .ipynb file."""
    made = []
    for i, (kind, text) in enumerate(cells(path)):
        more = {"outputs": [], "execution_count": None} if kind == "code" else {}
        made.append({"cell_type": kind, "id": f"cell-{i}", "metadata": {}, "source": text.splitlines(keepends=True), **more})
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": made}, indent=1) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for path in sources():
        made = folder / f"{path.stem}.ipynb"
        made.write_text(notebook(path), encoding="utf-8")
        print(made)


if __name__ == "__main__":
    main()
