"""The prose of comments and documents: how lines begin, how long sentences and comment lines are.

usage: prose.py SOURCE      lists what it finds, and the counts that test_structure.py compares with its limits
"""
import os
import re
import sys

MAX_WORDS = 35     # of a sentence
MAX_COLUMNS = 100  # of a line with a comment
OPENINGS = re.compile(r"(?:Of|What|The same|As|Those|Such|That of|One of|Likewise)\b")
COMMENT = re.compile(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*?)//(.*)$')
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9`*(\[{])|(?<=[.!?]\))\s+(?=[A-Z`*(])")


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def comments(lines):
    """(number, code before it, text) of each line with a comment."""
    for number, line in enumerate(lines, 1):
        match = COMMENT.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def comment_paragraphs(lines):
    """(number, text) of each paragraph of comments; items of lists are paragraphs, indented code is left out."""
    last, column, start, text = 0, 0, 0, []
    for number, code, line in comments(lines):
        begins = number != last + 1 or code.strip() or len(code) != column
        if text and (begins or re.match(r" *$| +- | {5,}| (Errors|Cost)\b", line)):
            yield start, " ".join(text)
            text = []
        if line.strip() and not line.startswith("     "):
            start, text = (start, text) if text else (number, [])
            text.append(line.strip().lstrip("- "))
        last, column = number, len(code)
    if text:
        yield start, " ".join(text)


def page_paragraphs(lines):
    """(number, text) of each paragraph of a page in Markdown, without code, tables and headings."""
    start, text, is_code = 0, [], False
    for number, line in enumerate([*lines, ""], 1):
        is_code = is_code != line.lstrip().startswith("```")
        is_text = not is_code and not re.match(r"\s*$|\s*[|#<]|\s*```| {4,}\S", line)
        if text and (not is_text or re.match(r"\s*([-*]|\d+\.) ", line)):
            yield start, re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(text))
            text = []
        if is_text:
            start = start if text else number
            text.append(re.sub(r"^\s*([-*]|\d+\.) ", "", line).strip())


def sentences(paragraphs):
    for number, text in paragraphs:
        for sentence in SENTENCE.split(text):
            if sentence:
                yield number, sentence


def long_sentences(path):
    """Sentences of more than MAX_WORDS words, of a page or of the comments of a source file."""
    paragraphs = page_paragraphs if path.endswith(".md") else comment_paragraphs
    for number, sentence in sentences(paragraphs(read_lines(path))):
        count = len(sentence.split())
        if count > MAX_WORDS:
            yield f"{path}:{number}: a sentence of {count} words, expected at most {MAX_WORDS}: {sentence[:50]}..."


def bad_openings(path):
    """Sentences of a page or a public header, or lines of comments elsewhere, that begin without a subject."""
    if path.endswith(".md"):
        found = sentences(page_paragraphs(read_lines(path)))
    elif "/host/include/" in path:
        found = sentences(comment_paragraphs(read_lines(path)))
    else:
        found = ((number, text.strip()) for number, _, text in comments(read_lines(path)))
    for number, text in found:
        if OPENINGS.match(text):
            yield f"{path}:{number}: begins with {' '.join(text.split()[:2])}: begin with the subject"


def wide_comments(path):
    lines = read_lines(path)
    for number, _, _ in comments(lines):
        if len(lines[number - 1]) > MAX_COLUMNS:
            yield f"{path}:{number}: a comment of {len(lines[number - 1])} columns, expected at most {MAX_COLUMNS}"


def main():
    import test_structure
    root = os.path.abspath(sys.argv[1])
    for name, found, limit in test_structure.measure_prose(root):
        print("\n".join(fault.replace(root + "/", "") for fault in found))
        print(f"{name}: {len(found)}, limit {limit}")


if __name__ == "__main__":
    main()
