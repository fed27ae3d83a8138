"""The shape of the source tree: which folder may include which, how long files and functions may grow, prose, and format.

usage: test_structure.py SOURCE
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import prose

# Each room of host/src, by its path there, and each other room, by its path in the tree; and the rooms below it. What those
# may include, it may include too. Clients of the library (host/app and above) see no room of host/src: they use host/include.
MAY_INCLUDE = {
    "base": ["host/files", "host/common"],
    "mesh": ["base"],
    "mesh/io": ["mesh"],
    "surface": ["mesh"],
    "surface/io": ["surface", "mesh/io"],
    "mesher": ["surface"],
    "settings": ["base"],
    "plan": ["surface", "settings", "kernels"],
    "contact": ["plan"],
    "backend": ["contact"],
    "reference": ["backend"],
    "opencl/runtime": ["backend"],
    "opencl/strategy": ["opencl/runtime"],
    "opencl/stage": ["opencl/strategy"],
    "opencl/self_test": ["opencl/stage"],
    "opencl": ["opencl/self_test"],
    "opencl/device": ["opencl"],
    "world": ["backend"],
    "scene/contents": ["world", "mesher", "surface/io"],
    "probe": ["scene/contents"],
    "scene": ["probe"],
    "replay": ["scene"],
    "bake": ["world", "mesh/io"],
    "host/files": ["host/files/wasi"],
    "host/files/wasi": [],
    "web": ["host/viewer", "host/app", "web/glad"],
    "web/glad": [],
    "host/common": [],
    "host/mpi": [],
    "host/app": ["host/files", "host/common"],
    "host/cli/bench": ["host/app"],
    "host/cli/compare": ["host/app"],
    "host/cli/devices": ["host/app"],
    "host/cli/error": ["host/app"],
    "host/cli/lesson": ["host/app"],
    "host/cli/mesh": ["host/app"],
    "host/cli/report": ["host/app"],
    "host/cli/run": ["host/app", "host/mpi"],
    "host/cli/sweep": ["host/app"],
    "host/cli/web": ["host/app"],
    "host/cli": ["host/app", "host/cli/devices"],
    "host/viewer/draw": ["host/app"],
    "host/viewer": ["host/viewer/draw"],
    "host/viewer/panel": ["host/viewer"],
    "host/viewer/window": ["host/viewer"],
    "host/examples": ["kernels"],
    "kernels": [],
    "kernels/physics": [],
}
# One room in several folders.
MAY_INCLUDE["host/viewer"] += ["host/viewer/panel"]
MAY_INCLUDE["host/viewer/panel"] += ["host/viewer/window"]
MAY_INCLUDE["kernels"] += ["kernels/physics"]
MAY_INCLUDE["kernels/physics"] += ["kernels"]
# Knots that are still to be untied: files that call each other. No other may come.
KNOTS = (
    "host/viewer/beside.c host/viewer/history.c host/viewer/session.c",
)
MAX_LINES = 600
MAX_FUNCTION_LINES = 60
MAX_README_WORDS = 700
MAX_COLUMNS = 120

# Ratchets: lower them when the counts that the test prints have fallen, never raise them. prose.py lists the places.
MAX_BAD_OPENINGS = 0      # comment lines in host, kernels and tests that begin without a subject
MAX_LONG_SENTENCES = 0      # sentences of docs/*.md over 35 words


def source_files(root, folders=("host", "kernels", "web", "tests", "assets"), endings=(".c", ".h", ".inc", ".cpp", ".cl")):
    for folder in folders:
        for directory, _, names in os.walk(os.path.join(root, folder)):
            if "corpus" not in directory:
                yield from (os.path.join(directory, name) for name in sorted(names) if name.endswith(endings))


def includes_of(path):
    with open(path, encoding="utf-8") as file:
        return re.findall(r'^#include "([^"]+)"', file.read(), re.M)


def below(folder):
    found, stack = set(), [folder]
    while stack:
        room = stack.pop()
        if room not in found:
            found.add(room)
            stack += MAY_INCLUDE[room]
    return found


SEARCHED = ("host/src/", "host/", "host/cli/", "host/viewer/", "kernels/")


def included_file(root, path, name):
    """The file of the tree that a line of `path` includes, from the root; None if it is none, or a public header."""
    for folder in (os.path.dirname(path) + "/", *SEARCHED):
        if os.path.exists(os.path.join(root, folder + name)):
            return os.path.normpath(folder + name)
    return None


def room_of(path):
    folder = os.path.dirname(path)
    return folder[len("host/src/"):] if folder.startswith("host/src/") else folder


def tree(root):
    """The sources with rooms: all but the public headers, which everybody may include."""
    for path in source_files(root, folders=("host", "kernels", "web")):
        path = os.path.relpath(path, root)
        if not path.startswith("host/include/"):
            yield path


def check_includes(root):
    """Includes between the rooms of the tree go in one direction."""
    for path in tree(root):
        room = room_of(path)
        if room not in MAY_INCLUDE:
            yield f"{path}: {room} is not in the table of rooms in tests/structure/test_structure.py"
            continue
        for name in includes_of(os.path.join(root, path)):
            target = included_file(root, path, name)
            if target is not None and room_of(target) not in below(room):
                yield f"{path}: includes {name}, but {room} may include only {', '.join(sorted(below(room)))}"
            if room == "base" and name.startswith("gel/") and name != "gel/base.h":
                yield f"{path}: includes {name}, but base may include only gel/base.h of the public headers"


def cycles(graph):
    """The strongly connected components of more than one unit: who is reachable in both directions."""
    reachable = {}
    for start in graph:
        seen, stack = set(), [start]
        while stack:
            for unit in graph.get(stack.pop(), ()):
                if unit not in seen:
                    seen.add(unit)
                    stack.append(unit)
        reachable[start] = seen
    done = set()
    for unit in sorted(graph):
        cycle = sorted(other for other in reachable[unit] if unit in reachable.get(other, ()))
        if len(cycle) > 1 and unit not in done:
            done.update(cycle)
            yield cycle


COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.S)
FUNCTION = r"^(?!static\b|typedef\b|return\b)\w[\w \*]*?\b(gel[A-Z]\w*)\([^;{}]*\)"
DECLARATION = re.compile(FUNCTION + ";", re.M)
DEFINITION = re.compile(FUNCTION + r"\s*\n\{", re.M)


class Uses:
    """Who uses whose functions: `of[a][b]` are the functions defined in file b that file a names; `includes[a]` what it includes.

    A function declared in one room and defined in another belongs to its header: it is called through an interface.
    """

    def __init__(self, root):
        code, owners, declared = {}, {}, []
        own = collections.defaultdict(set)  # what a file defines itself: some functions have two implementations
        self.includes = collections.defaultdict(set)
        for path in tree(root):
            self.includes[path] = {included_file(root, path, name) for name in includes_of(os.path.join(root, path))} - {None, path}
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = COMMENT_OR_TEXT.sub("", file.read())
            if path.endswith(".h"):
                declared += [(name, path) for name in DECLARATION.findall(text)]
            else:
                own[path] = set(DEFINITION.findall(text))
                owners.update((name, path) for name in own[path])
            code[path] = DECLARATION.sub("", text)
        for name, path in declared:
            if name in owners and room_of(owners[name]) != room_of(path):
                owners[name] = path
        self.of = {path: collections.defaultdict(set) for path in code}
        for path, text in code.items():
            for name in set(re.findall(r"\bgel[A-Z]\w*", text)) - own[path]:
                if owners.get(name, path) != path:
                    self.of[path][owners[name]].add(name)


def check_uses(root):
    """Functions are used in the direction in which rooms include each other; clients use the public functions of the library."""
    for path, others in Uses(root).of.items():
        room = room_of(path)
        for other, names in others.items():
            if room.startswith(("host/", "web")) and other.startswith("host/src/"):
                continue
            for name in sorted(names):
                if room in MAY_INCLUDE and room_of(other) not in below(room):
                    yield f"{path}: uses {name} of {other}, which {room} may not include"


def check_cycles(root):
    """No files that call each other, directly or through others, and no headers that include each other."""
    uses = Uses(root)
    graph = {path: uses.includes[path] | (set() if path.endswith(".h") else set(others)) for path, others in uses.of.items()}
    for cycle in cycles(graph):
        if " ".join(cycle) not in KNOTS:
            yield f"{len(cycle)} files use each other in a cycle: {', '.join(cycle)}"


def check_lengths(root):
    """No file is too long to read in one go, no function too long to hold in mind."""
    for path in source_files(root):
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        if len(lines) > MAX_LINES:
            yield f"{path}: {len(lines)} lines, expected at most {MAX_LINES}"
        start = None
        for number, line in enumerate(lines, 1):
            if line == "{":
                start = number
            elif line == "}" and start is not None:
                if number - start - 1 > MAX_FUNCTION_LINES:
                    yield f"{path}:{start}: a function of {number - start - 1} lines, expected at most {MAX_FUNCTION_LINES}"
                start = None


def wide_files(root):
    """What clang-format does not hold to a width: pages, the page, the benches."""
    for directory, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(("build", ".")) and name != "out")
        is_bench = directory.endswith("tests/bench")
        yield from (os.path.join(directory, name) for name in sorted(names)
                    if is_bench or name.endswith((".md", ".mjs", ".css", ".html")) or name == "figures.py")


def check_widths(root):
    """Lines of pages, of the page in a browser and of benches fit beside each other; a row of a table is a line."""
    for path in wide_files(root):
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file.read().splitlines(), 1):
                if len(line) > MAX_COLUMNS and not (path.endswith(".md") and line.startswith("|")):
                    yield f"{path}:{number}: {len(line)} columns, expected at most {MAX_COLUMNS}"


# What prepares a test, while no allocation fails.
REQUIRED = re.compile(r"\bREQUIRE\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)")


def check_memory_faults(root):
    """Every public function that can fail is in a test in which memory runs out."""
    tests = ""
    for path in source_files(root, folders=("tests",)):
        if os.path.basename(path).startswith(("test_memory_", "memory_")):
            with open(path, encoding="utf-8") as file:
                tests += REQUIRED.sub("", COMMENT_OR_TEXT.sub("", file.read()))
    named = set(re.findall(r"\bgel[A-Z]\w*", tests))
    for path in source_files(os.path.join(root, "host/include/gel"), folders=("",)):
        with open(path, encoding="utf-8") as file:
            text = COMMENT_OR_TEXT.sub("", file.read())
        for name in re.findall(r"^GEL_API gelStatus (gel\w+)\(", text, re.M):
            if name not in named:
                yield f"{path}: {name} is in none of tests/*/test_memory_*.c, where its allocations fail"


def check_format(root):
    """The tree is as .clang-format says (clang-format 14: other versions differ in details)."""
    program = next((name for name in ("clang-format-14", "clang-format") if shutil.which(name)), None)
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout if program else ""
    if " 14." not in version:
        if os.environ.get("GEL_CI"):
            yield "clang-format 14 is not installed, and GEL_CI is set"
        print("not checked: the format, for want of clang-format 14")
        return
    result = subprocess.run([program, "--dry-run", "-Werror", *source_files(root)], capture_output=True, text=True, cwd=root)
    yield from sorted({line.split(":")[0] + ": not as .clang-format says; run scripts/format.sh"
                       for line in result.stderr.splitlines() if "error:" in line})


def check_documents(root):
    """The README is short, and every file that the documents link to or name exists."""
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        words = len(file.read().split())
    if words > MAX_README_WORDS:
        yield f"README.md: {words} words, expected at most {MAX_README_WORDS}"
    names = ["README.md"] + [name for name in ["CONTRIBUTING.md"] if os.path.exists(os.path.join(root, name))]
    if os.path.isdir(os.path.join(root, "docs")):
        names += [f"docs/{name}" for name in sorted(os.listdir(os.path.join(root, "docs"))) if name.endswith(".md")]
    for name in names:
        with open(os.path.join(root, name), encoding="utf-8") as file:
            text = file.read()
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            if "://" not in link and not os.path.exists(os.path.join(root, os.path.dirname(name), link)):
                yield f"{name}: links to {link}, which does not exist"
        for path in re.findall(r"`([a-z_0-9/]+/[a-z_0-9]+\.(?:c|h|inc|cl|vert|frag|glsl))`", text):
            if not any(os.path.exists(os.path.join(root, folder, path)) for folder in ("", "host", "host/src")):
                yield f"{name}: names {path}, which does not exist"


def pages(root):
    folder = os.path.join(root, "docs")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder) if os.path.isdir(folder) else [])
            if name.endswith(".md")]


def measure_prose(root):
    """(name, faults, limit) of each measure of prose."""
    readme = [os.path.join(root, "README.md")]
    public = list(source_files(os.path.join(root, "host/include"), folders=("",)))
    sources = [path for path in source_files(root, folders=("host", "kernels", "web", "tests")) if path not in public]
    for name, measure, paths, limit in (
            ("openings without a subject in the README and public headers", prose.bad_openings, readme + public, 0),
            ("openings without a subject in other comments", prose.bad_openings, sources, MAX_BAD_OPENINGS),
            ("long sentences in the README and public headers", prose.long_sentences, readme + public, 0),
            ("long sentences in docs", prose.long_sentences, pages(root), MAX_LONG_SENTENCES),
            ("wide comments in public headers", prose.wide_comments, public, 0)):
        yield name, [fault for path in paths for fault in measure(path)], limit


def check_prose(root):
    """Sentences are short and begin with a subject: all in the README and public headers, and ever more of the others."""
    for name, faults, limit in measure_prose(root):
        if len(faults) > limit:
            yield from faults if limit == 0 else [
                f"{len(faults)} {name}, expected at most {limit}: tests/structure/prose.py . lists them"]


def check_promises(root):
    """Each word in tests/promise.cmake and tests/tiers.cmake is in the name of a test."""
    programs = {os.path.basename(name): name for name in source_files(root, folders=("tests",))}
    parts = []
    for path, pattern in ((os.path.join(root, "tests/promise.cmake"), r"^gel_promise_part\((\w+)\s+RUN ([^)]*?)(?:ENVIRONMENT[^)]*)?\)"),
                          (os.path.join(root, "tests/tiers.cmake"), r"^gel_later\(\w+ (\w+)\s+([^)]+)\)")):
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                parts += [(path, *found) for found in re.findall(pattern, file.read(), re.M)]
    for path, name, words in parts:
        with open(programs[f"test_{name}.c"], encoding="utf-8") as file:
            tests = re.findall(r"TEST(?:_ON_EACH_BACKEND)?\((\w+)\)", file.read())
        for word in words.split():
            if not any(word in test for test in tests):
                yield f"{path}: no test of test_{name}.c has {word} in its name"


def check_calls_can_fail(root):
    """Each function of OpenCL that the library calls is one that tests/stacks/fault_layer.c can let fail, or a release."""
    with open(os.path.join(root, "tests/stacks/fault_layer.c"), encoding="utf-8") as file:
        covered = set(re.findall(r"\b(?:CODE\(|OBJECT\([^,()]+,|X\()\s*(cl[A-Z][A-Za-z0-9]*)\b", file.read()))
    for path in source_files(root, folders=("host",)):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for name in sorted(set(re.findall(r"\bcl[A-Z][A-Za-z0-9]*\b", text)) - covered):
            if not name.startswith("clRelease"):
                yield f"{path}: {name} is none of the functions that tests/stacks/fault_layer.c lets fail"


def check_arithmetic(root):
    """What reaches the state uses + - * / and of libm only what is exact: other functions differ between systems."""
    inexact = re.compile(r"\b(?:a?(?:sin|cos|tan)h?|atan2|exp2?|expm1|log(?:2|10|1p)?|pow|cbrt|hypot|[el]?gamma|fma)f?\(")
    for path in source_files(root, folders=("host/src/plan", "host/src/contact")):
        with open(path, encoding="utf-8") as file:
            text = COMMENT_OR_TEXT.sub("", file.read())
        for call in sorted(set(inexact.findall(text))):
            yield f"{path}: {call[:-1]} differs between systems: use + - * / and sqrt"


def check_planted_texts(root):
    """The kernels hold each text that a test edits in them to plant a fault."""
    string = r'"(?:[^"\\]|\\.)*"'
    for path in source_files(root, folders=("tests",), endings=(".c",)):
        with open(path, encoding="utf-8") as file:
            edits = re.findall(r'"((?:physics/)?\w+\.(?:h|cl))",\s*((?:' + string + r"\s*)+)", file.read())
        for name, strings in edits:
            kernel = os.path.join(root, "kernels", name)
            if not os.path.exists(kernel):
                continue
            wanted = "".join(json.loads(part) for part in re.findall(string, strings))
            with open(kernel, encoding="utf-8") as file:
                if wanted not in file.read():
                    yield f"{path}: kernels/{name} does not hold {wanted!r}"


def check_faults_are_found(root):
    """A planted fault of each sort is found: a check that cannot fail proves nothing."""
    with tempfile.TemporaryDirectory() as copy:
        for folder in ("host/app", "host/src/base", "host/src/plan", "host/src/world", "host/src/opencl", "host/include/gel", "tests/stacks", "docs",
                       "kernels", "web"):
            os.makedirs(os.path.join(copy, folder))
        planted = {
            "host/src/base/low.h": '#include "world/high.h"\n#include "gel/new.h"\n',
            "host/src/world/high.h": "\n" * (MAX_LINES + 1),
            "host/src/world/high.c": "void f(void)\n{\n" + "    ;\n" * (MAX_FUNCTION_LINES + 1) + "}\n",
            "README.md": "word " * MAX_README_WORDS + "[link](host/src/base/low.h) [link](docs/nowhere.md) `base/nowhere.h`",
        }
        planted["tests/promise.cmake"] = "gel_promise_part(low RUN it_holds\n  it_breaks ENVIRONMENT A=1)\n"
        planted["tests/tiers.cmake"] = "gel_later(long low it_holds it_hangs)\n"
        planted["tests/stacks/test_low.c"] = "TESTS(TEST(it_holds))\n"
        planted["kernels/low.h"] = "a * b"
        planted["tests/stacks/plant.c"] = 'plant("low.h", "a " "* b", "a"); plant("low.h", "a + b", "a");'
        planted["tests/stacks/fault_layer.c"] = "CODE(clFlush, (cl_command_queue queue), (queue))\n"
        planted["host/src/opencl/calls.c"] = "void f(void)\n{\n    clFlush(0);\n    clFinish(0);\n    clReleaseEvent(0);\n}\n"
        ring = 3
        for i in range(ring):
            planted[f"host/src/opencl/ring{i}.h"] = f'#include "opencl/ring{(i + 1) % ring}.h"\n'
            # Hidden behind one header: only by what they call do these know each other.
            planted[f"host/src/opencl/hidden{i}.c"] = (
                f'#include "opencl/all.h"\nvoid gelHidden{i}(void)\n{{\n    gelHidden{(i + 1) % ring}();\n}}\n')
        planted["host/src/opencl/all.h"] = "".join(f"void gelHidden{i}(void);\n" for i in range(ring))
        planted["host/app/client.c"] = '#include "base/low.h"\n'  # a client reaches into the library
        planted["host/include/gel/new.h"] = (
            f"// What has {'word ' * prose.MAX_WORDS}\n"
            "GEL_API gelStatus gelNew(int count,\n                         int size);\n")
        planted["host/src/base/openings.h"] = "// Of a thing.\n" * (MAX_BAD_OPENINGS + 1)
        planted["docs/long.md"] = f"A {'word ' * prose.MAX_WORDS}.\n\n" * (MAX_LONG_SENTENCES + 1)
        planted["docs/table.md"] = f"| {'word ' * MAX_COLUMNS}|\n"
        planted["web/wide.mjs"] = "wide " * MAX_COLUMNS
        planted["host/src/plan/root.c"] = "double f(double x)\n{\n    return sqrt(cbrt(x)); // not sin(x)\n}\n"
        planted["host/src/base/caller.c"] = "void gelLow(void)\n{\n    gelHidden0();\n}\n"
        for name, text in planted.items():
            with open(os.path.join(copy, name), "w", encoding="utf-8") as file:
                file.write(text)
        for check, expected in ((check_includes, 3), (check_uses, 1), (check_cycles, 2), (check_lengths, 2),
                                (check_memory_faults, 1), (check_calls_can_fail, 1), (check_promises, 2),
                                (check_planted_texts, 1), (check_arithmetic, 1),
                                (check_documents, 3), (check_prose, 6), (check_widths, 3)):
            found = len(list(check(copy)))
            if found != expected:
                yield f"{check.__name__}: found {found} of {expected} planted faults"


def main():
    root = os.path.abspath(sys.argv[1])
    failed = 0
    for check in (check_includes, check_uses, check_cycles, check_lengths, check_memory_faults, check_calls_can_fail,
                  check_promises, check_arithmetic, check_planted_texts, check_documents, check_prose, check_widths,
                  check_format, check_faults_are_found):
        faults = [fault.replace(root + "/", "") for fault in check(root)]
        print(f"{'FAILED' if faults else 'ok    '} {check.__doc__.splitlines()[0]}")
        for fault in faults:
            print("  " + fault)
        failed += len(faults)
    for name, faults, limit in measure_prose(root):
        print(f"       {len(faults)} {name}, limit {limit}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
