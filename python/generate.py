#!/usr/bin/env python3
"""Writes the ctypes module of Gel's public headers, so that nothing is written twice.

usage: generate.py --out FOLDER --check FOLDER --include FOLDER... -- COMPILER...

The first two get
    _c.py            structs, enums, constants and functions, with the comments of the headers as doc strings
    _c.pyi           the same for type checkers
    layout_check.c   static assertions that the sizes and offsets of ctypes are those of the C compiler

It needs a C preprocessor, and nothing but Python's standard library, as does what it writes.
"""
import argparse
import ctypes
import keyword
import pathlib

from headers import Headers

SCALARS = {
    "_Bool": "c_bool", "bool": "c_bool", "char": "c_char", "unsigned char": "c_ubyte", "int": "c_int",
    "unsigned": "c_uint", "unsigned int": "c_uint", "float": "c_float", "double": "c_double", "size_t": "c_size_t",
    "intptr_t": "c_ssize_t", "int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64",
    "uint64_t": "c_uint64",
}
HINTS = {"c_bool": "bool", "c_float": "float", "c_double": "float", "c_char_p": "bytes | None",
         "c_void_p": "int | None"}


def python_name(name):
    """The name of a member or argument; Python's keywords get an underscore."""
    return name + "_" if keyword.iskeyword(name) else name


def ctypes_text(headers, type_, is_parameter=False):
    """A type as an expression over ctypes; None for void."""
    if type_.arguments is not None:
        result, *arguments = (ctypes_text(headers, member.type, True) for member in type_.arguments)
        return f"CFUNCTYPE({', '.join([str(result), *arguments])})"
    pointers = type_.pointers + (1 if is_parameter and type_.dims else 0)
    dims = type_.dims[1:] if is_parameter else type_.dims
    if type_.base in headers.callbacks and pointers == 1:
        return type_.base
    if type_.base == "void":
        text = ("None", "c_void_p", "POINTER(c_void_p)")[pointers]
        return None if text == "None" else text
    text = "c_int" if type_.base in headers.enums else SCALARS.get(type_.base, type_.base)
    if text == "c_char" and pointers > 0:
        text, pointers = "c_char_p", pointers - 1
    for _ in range(pointers):
        text = f"POINTER({text})"
    for count in reversed(dims):
        text = f"({text} * {count})"
    return text


def signature(headers, function):
    """The result and the arguments of a function, over ctypes."""
    arguments = [ctypes_text(headers, member.type, True) for member in function.arguments]
    return ctypes_text(headers, function.result), arguments


def write_module(headers, path):
    """Writes _c.py."""
    text = ['"""Gel\'s C functions by ctypes. Written by python/generate.py from the headers; do not edit."""',
            "from ctypes import *", "from enum import IntEnum", "", "from ._library import bind as _bind", ""]
    for name, values in headers.enums.items():
        text += [f"{name} = IntEnum({name!r}, {values!r}, module=__name__)", f"globals().update({name}.__members__)"]
    text += [f"{name} = {value}" for name, value in headers.constants.items()] + [""]
    for name in [*headers.opaque, *headers.structs]:
        text += [f"class {name}(Structure):", f"    {headers.struct_docs[name]!r}"]
    text += [f"{name} = CFUNCTYPE({', '.join([str(result), *arguments])})" for name, (result, arguments)
             in ((name, signature(headers, function)) for name, function in headers.callbacks.items())]
    for name, members in headers.structs.items():
        fields = ", ".join(f"({python_name(member.name)!r}, {ctypes_text(headers, member.type)})" for member in members)
        text.append(f"{name}._fields_ = [{fields}]")
    for name, function in headers.functions.items():
        result, arguments = signature(headers, function)
        is_status = function.result.base == "gelStatus"
        text.append(f"{name} = _bind({name!r}, {result}, [{', '.join(arguments)}], {is_status}, {function.doc!r})")
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


def hint(text):
    """The type of an expression over ctypes, for type checkers."""
    if text is None:
        return "None"
    return HINTS.get(text) or ("int" if text.startswith("c_") else text if text.isidentifier() else "Any")


def write_stubs(headers, path):
    """Writes _c.pyi."""
    text = ["# Written by python/generate.py from the headers; do not edit.", "from ctypes import Structure",
            "from enum import IntEnum", "from typing import Any, Callable", ""]
    for name, values in headers.enums.items():
        text += ["", f"class {name}(IntEnum):"] + [f"    {key} = {value}" for key, value in values.items()]
        text += [f"{key} = {name}.{key}" for key in values]
    text += [f"{name}: int" for name in headers.constants]
    for name in headers.opaque:
        text += [f"class {name}(Structure): ..."]
    for name, members in headers.structs.items():
        text += ["", f"class {name}(Structure):", f"    {headers.struct_docs[name]!r}"]
        for member in members:
            note = " ".join(member.doc.split())
            line = f"    {python_name(member.name)}: {hint(ctypes_text(headers, member.type))}"
            text.append(f"{line}  # {note}" if note else line)
    for name in headers.callbacks:  # classes, so that members of structs can have their type
        text += [f"class {name}:", "    def __init__(self, function: Callable[..., Any] = ...) -> None: ...",
                 "    def __call__(self, *arguments: Any) -> Any: ..."]
    for name, function in headers.functions.items():
        result, arguments = signature(headers, function)
        hints = [hint(kind) if kind in HINTS or kind.startswith("c_") else "Any" for kind in arguments]
        names = ", ".join(f"{python_name(member.name)}: {one}" for member, one in zip(function.arguments, hints))
        result = "None" if function.result.base == "gelStatus" else hint(result)
        text += [f"def {name}({names}) -> {result}:", f"    {function.doc!r}"]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


def write_layout_check(headers, path, module):
    """States the sizes and offsets of the generated structs to the C compiler."""
    space = {"__name__": "_c"}
    source = module.read_text(encoding="utf-8").split(" = _bind(")[0].rpartition("\n")[0]
    exec(compile(source.replace("from ._library import bind as _bind", ""), str(module), "exec"), space)
    text = ["// Written by python/generate.py: ctypes and the C compiler agree on every struct.",
            "#include <gel/gel.h>", ""]
    for name, members in headers.structs.items():
        struct = space[name]
        text.append(f'_Static_assert(sizeof({name}) == {ctypes.sizeof(struct)}, "{name}");')
        for member in members:
            offset = getattr(struct, python_name(member.name)).offset
            text.append(f'_Static_assert(offsetof({name}, {member.name}) == {offset}, "{name}.{member.name}");')
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--check", type=pathlib.Path, required=True)
    parser.add_argument("--include", nargs="+", required=True)
    parser.add_argument("compiler", nargs="+")
    arguments = parser.parse_args()
    headers = Headers(arguments.compiler, arguments.include)
    arguments.out.mkdir(parents=True, exist_ok=True)
    write_module(headers, arguments.out / "_c.py")
    write_stubs(headers, arguments.out / "_c.pyi")
    write_layout_check(headers, arguments.check / "layout_check.c", arguments.out / "_c.py")
    members = sum(len(found) for found in headers.structs.values())
    print(f"{len(headers.functions)} functions, {len(headers.structs)} structs with {members} members, "
          f"{len(headers.enums)} enums, {len(headers.callbacks)} callbacks")


if __name__ == "__main__":
    main()
