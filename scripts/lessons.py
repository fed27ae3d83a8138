#!/usr/bin/env python3
"""Makes docs/lessons/README.md from the lessons in assets/lessons: picture, question, answer.

usage: lessons.py                   writes the page
       lessons.py --pictures GEL    and renders the pictures that are missing, with a gel that has the window
       lessons.py --check           fails if the page is not what the lessons say
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LESSONS = os.path.join(ROOT, "assets/lessons")
DOCS = os.path.join(ROOT, "docs/lessons")
MODES = {"colours": "tet-colours", "cantilever": "tets", "weight": "tets", "swing": "tets"}  # otherwise shaded
FRAMES = {"colours": 6, "damping": 10, "free_fall": 12, "recovery": 2, "stopping": 20}  # otherwise half-way
HEAD = """# Lessons

A lesson is a scene with a question, to teach or learn how a simulation works: predict, run the scene, and compare.

    gel lessons                                         lists the lessons
    gel lesson free_fall                                asks, takes your prediction, steps the scene and answers
    gel view free_fall                                  shows a lesson in the window
    gel report free_fall --out free_fall.html           makes a page

Predict before you unfold an answer. A lesson also has steps to try on the way. [Scenes](../scenes.md#lessons) explains
how to write one. `scripts/lessons.py` makes this page from the texts in [assets/lessons](../../assets/lessons).

"""


def read_scene(name):
    with open(os.path.join(LESSONS, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def wrap(text):
    """Lines of at most 120 letters. None begins with a sign or "20.", which would begin a list."""
    return textwrap.fill(re.sub(r" ([-+*=]|\d+[.)]) ", "\u00a0\\1 ", text), 120, break_on_hyphens=False).replace("\u00a0", " ")


def section(name, lesson):
    letters = [f"{chr(ord('a') + i)}) {choice}" for i, choice in enumerate(lesson["prediction"].get("choices", []))]
    lines = [f"## {lesson['title']}", "", f"![{name.replace('_', ' ')}]({name}.png)", "", wrap(lesson["question"]), ""]
    if letters:
        lines += ["  \n".join(letters), ""]
    lines += [f"<details><summary>Answer ({name})</summary>", ""]
    right = f"**{letters[lesson['prediction']['right']][:2]}** " if letters else ""
    lines += [wrap(right + lesson["answer"]), "", f"*{lesson['source']}*", "", "</details>", "", ""]
    return "\n".join(lines)


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
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]) and (len(arguments) != 2 or arguments[0] != "--pictures"):
        sys.exit(__doc__)
    page = os.path.join(DOCS, "README.md")
    lessons = {name[:-5]: read_scene(name[:-5])["lesson"] for name in os.listdir(LESSONS) if name.endswith(".json")}
    names = sorted(lessons, key=lambda name: lessons[name]["order"])
    missing = [name for name in names if not os.path.exists(os.path.join(DOCS, name + ".png"))]
    text = HEAD + "".join(section(name, lessons[name]) for name in names).rstrip() + "\n"
    if arguments == ["--check"]:
        with open(page, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit(f"{page} is not what the lessons say: run scripts/lessons.py")
        if missing:
            sys.exit(f"no picture of {', '.join(missing)}: run scripts/lessons.py --pictures GEL")
        return
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)
    if arguments:
        for name in missing:
            draw(os.path.abspath(arguments[1]), name)


main()
