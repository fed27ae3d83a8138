"""Reads Gel's public headers: every function, struct, enum, callback and constant, with the comments that explain them.

The headers are regular, so a few rules parse them; anything unknown stops the program with file and line.
"""
import dataclasses
import re
import subprocess
import sys

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*|\S', re.S)

SIZES = ("char", "int", "long", "short")


@dataclasses.dataclass
class Type:
    """A C type: `float*` is Type("float", 1); `int counts[3]` has dims [3]."""
    base: str
    pointers: int = 0
    dims: tuple = ()
    is_const: bool = False          # what it points to, or what it is
    arguments: "list | None" = None  # of a pointer to a function


@dataclasses.dataclass
class Member:
    name: str
    type: Type
    doc: str = ""


@dataclasses.dataclass
class Function:
    result: Type
    arguments: list
    doc: str = ""


@dataclasses.dataclass
class Token:
    text: str
    line: int
    file: str


class Headers:
    """What the headers declare, by name, in their order."""

    def __init__(self, compiler, folders):
        self.enums, self.enumerator_docs, self.structs, self.functions = {}, {}, {}, {}
        self.callbacks, self.constants, self.opaque, self.struct_docs, self.inline = {}, {}, [], {}, []
        command = [*compiler, "-E", "-C", *(f"-I{folder}" for folder in folders), "-x", "c", "-"]
        done = subprocess.run(command, input="#include <gel/gel.h>\n", check=True, stdout=subprocess.PIPE, text=True)
        self.tokens, self.comments = [], {}  # comments: (file, line) -> text, and whether code stands before it
        self.split(done.stdout)
        self.at = 0
        while self.at < len(self.tokens):
            self.declaration()

    def split(self, text):
        """Keeps the tokens of gel's own headers, with file and line."""
        file, line = "", 0
        for row in text.splitlines():
            marker = re.match(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"', row)
            if marker:
                line, file = int(marker.group(1)), marker.group(2).replace("\\", "/")
                continue
            if "/gel/" in file and not row.startswith("#"):
                for match in TOKEN.finditer(row):
                    if match.group().startswith("//"):
                        is_behind = bool(row[:match.start()].strip())
                        self.comments[file, line] = (match.group()[2:].removeprefix(" "), is_behind)
                    else:
                        self.tokens.append(Token(match.group(), line, file))
            line += 1

    # -- tokens

    def fail(self, what):
        token = self.tokens[min(self.at, len(self.tokens) - 1)]
        sys.exit(f"{token.file}:{token.line}: {what}, found {token.text!r}: python/headers.py does not know this")

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead].text if self.at + ahead < len(self.tokens) else ""

    def take(self, expected=None):
        if expected is not None and self.peek() != expected:
            self.fail(f"expected {expected!r}")
        self.at += 1
        return self.tokens[self.at - 1].text

    def accept(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def skip_block(self):
        depth = 0
        while True:
            text = self.take()
            depth += (text == "{") - (text == "}")
            if text == "}" and depth == 0:
                return

    def doc(self, first, last):
        """The comment above token `first`; without one, the comment behind token `last`."""
        file, line = self.tokens[first].file, self.tokens[first].line - 1
        above = []
        while (file, line) in self.comments and not self.comments[file, line][1]:
            above.insert(0, self.comments[file, line][0])
            line -= 1
        behind = self.comments.get((self.tokens[last].file, self.tokens[last].line), ("", False))
        return "\n".join(above) if above else behind[0] if behind[1] else ""

    # -- declarations

    def declaration(self):
        first = self.at
        if self.accept(";"):
            return
        if self.accept("typedef"):
            self.typedef(first)
        elif self.peek() == "enum" and self.peek(1) == "{":
            self.take()
            self.constants.update(self.enumerators())
            self.take(";")
        elif self.peek() == "static":
            while self.peek() != "(":
                name = self.take()
            self.inline.append(name)
            self.skip_block()
        else:
            self.accept("extern")
            result = self.type()
            name = self.take()
            self.functions[name] = Function(result, self.parameters(), self.doc(first, first))
            self.take(";")

    def typedef(self, first):
        if self.peek() == "enum":
            self.take()
            name = self.take()
            self.enums[name] = self.enumerators()
            self.struct_docs[name] = self.doc(first, first)
            self.take(name)
        elif self.peek() == "struct" and self.peek(2) == "{":
            self.take()
            name = self.take()
            self.structs[name] = self.members()
            self.struct_docs[name] = self.doc(first, first)
            self.take(name)
        elif self.peek() == "struct":
            self.take()
            name = self.take()
            if name not in self.opaque:
                self.opaque.append(name)
                self.struct_docs[name] = self.doc(first, first)
            self.take(name)
        else:
            result = self.type()
            name = self.take()
            self.callbacks[name] = Function(result, self.parameters(), self.doc(first, first))
        self.take(";")

    def enumerators(self):
        found, value = {}, 0
        self.take("{")
        while not self.accept("}"):
            first = self.at
            name = self.take()
            if self.accept("="):
                value = self.number({**self.constants, **found})
            found[name] = value
            value += 1
            self.accept(",")
            self.enumerator_docs[name] = self.doc(first, self.at - 1)
        return found

    def number(self, known=None):
        """A constant, a name of one, or a sum or product of those."""
        enumerators = {name: value for enum in self.enums.values() for name, value in enum.items()}
        known = known or {**self.constants, **enumerators}
        words = []
        while self.peek() not in (",", "}", "]"):
            text = self.take()
            if text in known:
                text = str(known[text])
            elif not re.match(r"[-+*<()]|\d|0x", text):
                self.at -= 1
                self.fail("expected a number")
            words.append(text.rstrip("uUlL"))
        return int(eval("".join(words), {"__builtins__": {}}))  # digits and operators alone, as checked above

    def type(self):
        is_const, words = False, []
        while True:
            text = self.peek()
            if text == "const":
                is_const = True
            elif text in ("struct", "enum"):
                pass
            elif not words or (text in SIZES and words[0] in ("unsigned", "signed", "long", "short")):
                words.append(text)
            else:
                break
            self.take()
        return self.pointers(Type(" ".join(words), is_const=is_const))

    def pointers(self, type_):
        while self.peek() in ("*", "const"):
            type_ = dataclasses.replace(type_, pointers=type_.pointers + (self.take() == "*"))
        return type_

    def dims(self):
        found = []
        while self.accept("["):
            found.append(self.number())
            self.take("]")
        return tuple(found)

    def members(self):
        found = []
        self.take("{")
        while not self.accept("}"):
            first, names = self.at, []
            base = self.type()
            while True:
                name = self.take()
                names.append((name, dataclasses.replace(base, dims=self.dims())))
                if not self.accept(","):
                    break
                base = self.pointers(dataclasses.replace(base, pointers=0, dims=()))
            self.take(";")
            found += [Member(name, type_, self.doc(first, self.at - 1)) for name, type_ in names]
        return found

    def parameters(self):
        found = []
        self.take("(")
        if self.accept("void") and self.accept(")"):
            return found
        if self.tokens[self.at - 1].text == "void":
            self.at -= 1
        while not self.accept(")"):
            type_ = self.type()
            if self.accept("("):  # void (*tell)(void* context, const char* line)
                self.take("*")
                name = self.take()
                self.take(")")
                type_ = Type(type_.base, 1, arguments=[Member("", type_), *self.parameters()])
            else:
                name = self.take() if re.match(r"[A-Za-z_]", self.peek()) else f"argument{len(found)}"
                type_ = dataclasses.replace(type_, dims=self.dims())
            found.append(Member(name, type_))
            self.accept(",")
        return found
