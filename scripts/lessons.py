#!/usr/bin/env python3
"""Makes docs/lessons/README.md from the lessons in assets/lessons: question, number, answer, picture.

usage: lessons.py GEL               writes the page
       lessons.py GEL --pictures    and renders the pictures that are missing, with a gel that has the window
       lessons.py GEL --check       fails if the page is not what the lessons say
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LESSONS = os.path.join(ROOT, "assets/lessons")
DOCS = os.path.join(ROOT, "docs/lessons")
MODES = {"colours": "tet-colours", "cantilever": "tets"}  # otherwise shaded
FRAMES = {"colours": 6, "damping": 10, "free_fall": 12, "recovery": 2, "stopping": 20}  # otherwise half-way
HEAD = """# Lessons

A lesson is a scene with a question. Use lessons to teach or learn how a simulation works: predict a number, run the
scene, and compare.

    gel lessons                                         lists the lessons
    gel lesson free_fall                                asks, takes your prediction, steps the scene and answers
    gel view free_fall                                  shows a lesson in the window
    gel report free_fall --out free_fall.html           makes a page

The tables show the numbers of the C reference; every device gives the same bits. `scripts/lessons.py` makes this page
from the texts in [assets/lessons](../../assets/lessons). [Scenes](../scenes.md#lessons) explains how to write a lesson.

"""


def ask(gel, *arguments):
    environment = dict(os.environ, GEL_ASSET_DIR=os.path.join(ROOT, "assets"))
    result = subprocess.run([gel, *arguments, "--json"], env=environment, stdout=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f"gel {' '.join(arguments)}: exit code {result.returncode}\n{result.stdout.decode()}")
    return json.loads(result.stdout)


def number(value, unit):
    return f"{value:.4g}" + (f" {unit}" if unit else "")


def section(gel, name):
    lesson = ask(gel, "lesson", name, "--answer")
    lines = [f"## {lesson['title']}", "", f"![{lesson['title']}]({name}.png)", "", lesson["question"], ""]
    choices = lesson.get("choices", [])
    lines += [f"{chr(ord('a') + i)}) {choice}{'' if i + 1 == len(choices) else '  '}"
              for i, choice in enumerate(choices)]
    lines += [""] if choices else []
    lines += [f"`gel lesson {name}`", "", "<details><summary>The answer</summary>", ""]
    if choices:
        lines += [f"{lesson['right']}) {choices[ord(lesson['right']) - ord('a')]}.", ""]
    lines += [lesson["answer"], "", "| | expected | measured | allowed |", "|---|--:|--:|--:|"]
    for row in lesson["expectations"]:
        when = f"at {row['at_s']:.4g} s" if "at_s" in row else (
            f"{row['take']} from {row['from_s']:.4g} to {row['to_s']:.4g} s")
        lines.append(f"| {row['probe']}, {when} | {number(row['expected'], row['unit'])} | "
                     f"{number(row['measured'], row['unit'])} | {number(row['tolerance'], row['unit'])} |")
    lines += ["", "Steps on the way:", ""] + [f"{i + 1}. {step}" for i, step in enumerate(lesson["steps"])]
    if lesson["source"]:
        lines += ["", f"Source: {lesson['source']}"]
    return "\n".join(lines + ["", "</details>", "", ""])


def draw(gel, name):
    """Without its probes, whose plots would hide the bodies."""
    with open(os.path.join(LESSONS, name + ".json"), encoding="utf-8") as file:
        scene = json.loads(file.read().replace('"../meshes', f'"{ROOT}/assets/meshes'))
    times = [expectation.get("at", expectation.get("to")) for expectation in scene["expectations"]]
    end = max([time for time in times if not isinstance(time, str)], default=1)
    for key in ("numbers", "probes", "expectations", "lesson"):
        scene.pop(key, None)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(scene, file)
        subprocess.run([gel, "view", path, "--backend", "reference", "--headless", "--no-panel", "--quiet",
                        "--mode", MODES.get(name, "shaded"), "--frames", str(FRAMES.get(name, round(30 * end))),
                        "--width", "384", "--height", "216", "--shot", os.path.join(DOCS, name + ".png")],
                       stdout=subprocess.DEVNULL, check=True)


def main():
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--pictures"], ["--check"]):
        sys.exit(__doc__)
    gel, page = os.path.abspath(sys.argv[1]), os.path.join(DOCS, "README.md")
    names = [lesson["name"] for lesson in ask(gel, "lessons")["lessons"]]
    text = HEAD + "".join(section(gel, name) for name in names).rstrip() + "\n"
    if sys.argv[2:] == ["--check"]:
        with open(page, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit(f"{page} is not what the lessons say: run scripts/lessons.py GEL")
        missing = [name for name in names if not os.path.exists(os.path.join(DOCS, name + ".png"))]
        if missing:
            sys.exit(f"no picture of {', '.join(missing)}: run scripts/lessons.py GEL --pictures")
        return
    os.makedirs(DOCS, exist_ok=True)
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)
    if sys.argv[2:] == ["--pictures"]:
        for name in names:
            if not os.path.exists(os.path.join(DOCS, name + ".png")):
                draw(gel, name)


main()
