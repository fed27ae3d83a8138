#!/usr/bin/env python3
"""Refuses a wheel of gelsim whose library is not the one that the wheel's name promises.

usage: check_wheel.py WHEEL...

The library must be the only one, for the processor and system of the name, for no newer C library than the name says, need
no library that such a system may lack, and have all functions that the wheel binds.
"""
import re
import struct
import sys
import zipfile

ELF_MACHINES = {62: "x86_64", 183: "aarch64"}
PE_MACHINES = {0x8664: "amd64", 0xAA64: "arm64"}
OF_LINUX = re.compile(r"lib(c|m|dl|pthread|rt)\.so\.\d|ld-linux-(x86-64|aarch64)\.so\.\d")
OF_WINDOWS = re.compile(r"(kernel32|msvcrt)\.dll", re.IGNORECASE)


def text_at(data, offset):
    return data[offset:data.index(b"\0", offset)].decode()


def read_elf(data):
    """What a library of Linux is: (platform, needed libraries, newest version of the C library as (2, 17))."""
    start, = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQI", data, start + i * size) for i in range(count)]
    dynamic = next(section for section in sections if section[1] == 6)
    texts = sections[dynamic[6]][4]
    entries = struct.iter_unpack("<qQ", data[dynamic[4]:dynamic[4] + dynamic[5]])
    needed = [text_at(data, texts + value) for tag, value in entries if tag == 1]
    versions = re.findall(rb"GLIBC_(\d+)\.(\d+)", data[texts:texts + sections[dynamic[6]][5]])
    machine, = struct.unpack_from("<H", data, 18)
    return "linux_" + ELF_MACHINES.get(machine, f"machine_{machine}"), needed, max(tuple(map(int, found)) for found in versions)


def read_pe(data):
    """The same of Windows, whose C library has no version."""
    header, = struct.unpack_from("<I", data, 60)
    machine, count = struct.unpack_from("<HH", data, header + 4)
    optional, = struct.unpack_from("<H", data, header + 20)
    sections = [struct.unpack_from("<IIII", data, header + 24 + optional + 40 * i + 8) for i in range(count)]

    def place(address):
        return next(address - begin + offset for size, begin, _, offset in sections if begin <= address < begin + size)

    needed, at = [], place(struct.unpack_from("<I", data, header + 24 + 120)[0])
    while (name := struct.unpack_from("<I", data, at + 12)[0]) != 0:
        needed.append(text_at(data, place(name)))
        at += 20
    return "win_" + PE_MACHINES.get(machine, f"machine_{machine}"), needed, (0, 0)


def read_library(data):
    if data[:6] == b"\x7fELF\2\1":
        return read_elf(data)
    return read_pe(data) if data[:2] == b"MZ" else ("no known system", [], (0, 0))


def find_faults(path):
    """One line for each fault of a wheel."""
    tag = re.search(r"-([^-]*)\.whl$", str(path)).group(1)
    known = re.fullmatch(r"manylinux_(\d+)_(\d+)_(x86_64|aarch64)|win_amd64", tag)
    if known is None:
        return [f"expected the platform manylinux_*_x86_64, manylinux_*_aarch64 or win_amd64 in the name, found {tag}"]
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        libraries = [name for name in names if re.search(r"\.(so|dll|dylib|pyd)(\.|$)", name)]
        expected = "gelsim/gel.dll" if tag == "win_amd64" else "gelsim/libgel.so"
        if libraries != [expected]:
            return [f"expected one library, {expected}, found {', '.join(libraries) or 'none'}"]
        data, bindings = wheel.read(expected), wheel.read("gelsim/_c.py").decode()
        tags = wheel.read(next(name for name in names if name.endswith(".dist-info/WHEEL"))).decode()
    platform, needed, newest = read_library(data)
    wanted = tag if tag == "win_amd64" else f"linux_{known.group(3)}"
    faults = []
    if platform != wanted:
        faults.append(f"expected a library for {wanted}, found one for {platform}")
    if f"Tag: py3-none-{tag}\n" not in tags:
        faults.append(f"its WHEEL does not say py3-none-{tag}")
    system = OF_WINDOWS if tag == "win_amd64" else OF_LINUX
    faults += [f"the library needs {name}, which a system may lack" for name in needed if not system.fullmatch(name)]
    if known.group(1) and newest > (int(known.group(1)), int(known.group(2))):
        faults.append(f"the library needs glibc {newest[0]}.{newest[1]}, the name promises {known.group(1)}.{known.group(2)}")
    faults += [f"the library lacks {name}, which gelsim._c binds" for name in re.findall(r"_bind\('(\w+)'", bindings)
               if name.encode() + b"\0" not in data]
    return faults


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0 if len(sys.argv) > 1 else 2
    faults = [f"{path}: {fault}" for path in sys.argv[1:] for fault in find_faults(path)]
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
