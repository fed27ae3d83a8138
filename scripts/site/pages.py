#!/usr/bin/env python3
"""Writes the pages of the site that run scenes: the front page, the scenes, and a page for each lesson.

usage: pages.py FOLDER      which has the player in play/, the manual in docs/ and pictures in thumbnails/
"""
import html
import json
import os
import shutil
import string
import sys

TEMPLATES = os.path.dirname(os.path.abspath(__file__))
ASSETS = os.path.join(TEMPLATES, "..", "..", "assets")
PICTURES = os.environ.get("GEL_PICTURES", ".png")  # how their names end
CARD = string.Template('<li><a href="$link"><img src="$picture" width="$width" height="$height" alt="" loading="lazy">'
                       '<span class="name">$name</span><span>$text</span></a></li>')


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def fill(template, **texts):
    """The template of that name with texts, which are escaped; those whose names begin with `html_` are HTML."""
    values = {key.removeprefix("html_"): text if key.startswith("html_") else html.escape(text)
              for key, text in texts.items()}
    return string.Template(read(TEMPLATES, template)).substitute(values)


def write_page(folder, path, kind, main, title, description):
    root = "../" * path.count("/")
    text = fill("page.html", html_main=main.rstrip(), root=root, kind=kind, title=title, description=description)
    here = f'href="{root}{path}"'
    with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
        file.write(text.replace(here, here + ' aria-current="page"', 1))


def scenes_in(part):
    names = sorted(name[:-5] for name in os.listdir(os.path.join(ASSETS, part)) if name.endswith(".json"))
    return {name: json.loads(read(ASSETS, part, name + ".json")) for name in names}


def card(**texts):
    return CARD.substitute({key: html.escape(text) for key, text in texts.items()})


def cards(title, text, rows):
    return f'<h1>{title}</h1>\n<p>{text}</p>\n<ul class="cards">\n' + "\n".join(rows) + "\n</ul>\n"


def write_scenes(folder):
    scenes = scenes_in("scenes")
    rows = [card(link=f"play/index.html?scene=scenes/{name}", picture=f"thumbnails/{name}{PICTURES}", width="160", height="90",
                 name=scene["name"], text=scene["description"]) for name, scene in scenes.items()]
    text = "A click runs a scene in your browser. Drag a body to pull and throw it; drop your own scene or mesh onto it."
    write_page(folder, "scenes.html", "list", cards("Scenes", text, rows), "Scenes – Gel", "Scenes of soft bodies to run")


def items(texts):
    return "\n".join(f"    <li>{html.escape(text)}</li>" for text in texts)


def turn(lessons, names, i, word):
    if not 0 <= i < len(names):
        return ""
    return f'  <a class="{word.lower()}" href="{names[i]}.html">{word}: {html.escape(lessons[names[i]]["title"])}</a>'


def write_lessons(folder):
    lessons = {name: scene["lesson"] for name, scene in scenes_in("lessons").items()}
    names = sorted(lessons, key=lambda name: lessons[name]["order"])
    rows = [card(link=f"lessons/{name}.html", picture=f"docs/pictures/docs/lessons/{name}{PICTURES}",
                 width="384", height="216",
                 name=lessons[name]["title"], text=lessons[name]["question"].rsplit(". ", 1)[-1]) for name in names]
    text = "Each lesson asks a question. Predict, run the scene, and compare."
    write_page(folder, "lessons.html", "list", cards("Lessons", text, rows), "Lessons – Gel", "Lessons on simulation")
    os.makedirs(os.path.join(folder, "lessons"))
    for i, name in enumerate(names):
        lesson = lessons[name]
        choices = lesson["prediction"].get("choices")
        main = fill("lesson.html", name=name, title=lesson["title"], question=lesson["question"], answer=lesson["answer"],
                    source=lesson["source"], html_steps=items(lesson["steps"]),
                    html_choices=f'  <ol class="letters">\n{items(choices)}\n  </ol>' if choices else "",
                    html_turns="\n".join(filter(None, [turn(lessons, names, i - 1, "Previous"), turn(lessons, names, i + 1, "Next")])))
        write_page(folder, f"lessons/{name}.html", "lesson", main, f"{lesson['title']} – Gel", lesson["question"])


def main():
    folder = sys.argv[1]
    shutil.copy(os.path.join(TEMPLATES, "pages.css"), os.path.join(folder, "site.css"))
    write_page(folder, "index.html", "front", read(TEMPLATES, "front.html"), "Gel: soft bodies, the same to the last bit",
               "A simulator of soft bodies, with the same result on every machine. Grab the bear.")
    write_scenes(folder)
    write_lessons(folder)


main()
