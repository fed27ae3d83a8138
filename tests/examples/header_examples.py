"""Compiles the examples in the comments of the public headers and in docs/programs.md.

usage: header_examples.py SOURCE COMPILER INCLUDE...      INCLUDE: the folders of the headers

The indented block in the first comment of a header is an example, as is each ```c block of the page. An example is the body
of a function. It may use the names below, or declare its own by the same names. A line that begins with ... stands for other code.
"""
import glob
import os
import re
import subprocess
import sys

NAMES = """
#include "gel/gel.h"
#include <stdio.h>
static gelWorld *world, *a, *b;
static gelScene* scene;
static gelPlayer* player;
static gelBodyDef def;
static gelBodyId body, cloth, fish, lamp, ceiling;
static gelTetMesh mesh;
static gelSurfaceMesh surface;
static gelEmbedding embedding;
static gelVerdict verdict;
static gelBounds bounds;
static gelVec3 hook, eye, direction, ray;
static const float positions[3];
static const int tets[4];
static float timeStep, xyz[3];
static int frame, frameCount, count, vertexCount, tetCount, triangle;
static uint32_t glPositions, glSpeeds;
static bool isRunning;
static void draw(const float* vertices) { (void)vertices; }
static void playSound(const gelContactEvent* event) { (void)event; }
"""
OPTIONS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-fsyntax-only", "-x", "c", "-"]


def examples_of(path):
    """Yields the number of the first line of each example, and its code."""
    pattern = r"^```c\n(.*?)^```" if path.endswith(".md") else r"\A(?:// ?\S.*\n|//\n)*((?://     .*\n|//\n)+)"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for match in re.finditer(pattern, text, re.M | re.S if path.endswith(".md") else 0):
        code = re.sub(r"^//", "", match[1], flags=re.M) if path.endswith(".h") else match[1]
        yield text[:match.start(1)].count("\n") + 1, re.sub(r"^ *\.\.\..*", "{}", code, flags=re.M)


def compiles(command, path, line, code):
    source = f'{NAMES}\nvoid example(void)\n{{\n#line {line} "{path}"\n{code}\n}}\n'
    done = subprocess.run(command + OPTIONS, input=source, text=True, capture_output=True)
    print(("ok     " if done.returncode == 0 else "FAILED ") + f"{path}:{line}\n{done.stderr}", end="")
    return done.returncode == 0


def main(source, compiler, *includes):
    headers = glob.glob(os.path.join(source, "host/include/gel/*.h"))
    command = [compiler] + [f"-I{folder}" for folder in includes]
    results = [compiles(command, path, line, code)
               for path in sorted(headers) + [os.path.join(source, "docs/programs.md")]
               for line, code in examples_of(path)]
    print(f"{len(results)} examples, {results.count(False)} failed")
    return len(results) < 30 or not all(results)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
