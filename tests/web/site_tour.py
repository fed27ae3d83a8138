#!/usr/bin/env python3
"""site_tour.py SITE: opens each page of a site that scripts/site.sh has made, from a file and from a server, in Chromium."""
import functools
import http.server
import json
import os
import re
import sys
import threading
import time

from browser import Checks, browser

site = os.path.abspath(sys.argv[1])
check = Checks()
RUNS = "return Boolean(window.gelPage && gelPage.player.scene)"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    """Serves a folder from a port of its own, which is returned."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def open_player(page, address):
    """Opens a page, and enters its frame if it has one. Returns the scene that runs there."""
    page.driver.get(address)
    frames = page.driver.find_elements("css selector", "iframe")
    if frames:
        page.driver.switch_to.frame(frames[0])
    page.wait(RUNS, f"the scene of {address}")
    return page.script("return gelPage.player.scene.path")


def check_grab(page, address):
    """From the address to the bear in the hand, as a person who reaches for it at once."""
    from selenium.webdriver.common.action_chains import ActionChains
    start = time.time()
    open_player(page, address)
    opened = time.time() - start
    canvas, state = page.find("#canvas"), None
    for below in (0, 30, 60, 90): # where it lies depends on the time
        ActionChains(page.driver, duration=0).move_to_element_with_offset(canvas, 0, below).click_and_hold().perform()
        page.wait("return gelPage.hand.state !== 'asks'", "the hand to know what is under it")
        state = page.script("return gelPage.hand.state")
        if state == "pulls":
            break
        ActionChains(page.driver, duration=0).release().perform()
    grabbed = time.time() - start
    print(f"       the bear is there after {opened:.1f} s, in the hand after {grabbed:.1f} s")
    check("the front page's bear can be held", state, "pulls")
    for _ in range(5):
        ActionChains(page.driver, duration=50).move_by_offset(25, -20).perform()
    ActionChains(page.driver, duration=0).release().perform()
    recording = json.loads(page.ask("return new TextDecoder().decode((await player.ask('recording')).bytes)"))
    kinds = [kind for event in recording["input"] for kind in event if kind != "frame"]
    check("and thrown", [kinds.count("pull") > 1, kinds[-1]], [True, "release"])
    page.click("#pause")
    page.wait("return gelPage.player.isPaused", "the pause")
    frame = page.script("return gelPage.player.frame")
    for button, expected in (("step", frame + 1), ("back", frame)):
        page.click(f"[data-do={button}]")
        page.wait(f"return gelPage.player.frame === {expected}", f"frame {expected}")
    check("pause, step and back lead to one frame", page.script("return [gelPage.player.isPaused, gelPage.player.frame]"), [True, frame])


def scenes_of(site):
    with open(os.path.join(site, "play/index.html"), encoding="utf-8") as file:
        index = re.search(r'id="gel-index">(.*?)</script>', file.read()).group(1)
    return [scene["path"][:-len(".json")] for scene in json.loads(index)["scenes"]]


def check_all(page, site):
    """Each scene from the page that links to it, and each lesson in its own page."""
    scenes, failures = scenes_of(site), []
    for scene in scenes:
        isLesson = scene.startswith("lessons/")
        opened = open_player(page, f"file://{site}/" + (f"{scene}.html" if isLesson else f"play/index.html?scene={scene}"))
        stage = page.script("return gelPage.lesson.stage")
        if opened != f"{scene}.json" or stage != ("asks" if isLesson else "none") or page.errors():
            failures.append((scene, opened, stage))
    check(f"each of {len(scenes)} scenes and lessons opens without an error", failures, [])
    page.driver.get(f"file://{site}/scenes.html")
    linked = page.script("return [...document.querySelectorAll('.cards a')].map(a => a.search.slice(7))")
    page.driver.get(f"file://{site}/lessons.html")
    linked += page.script("return [...document.querySelectorAll('.cards a')].map(a => a.pathname.slice(a.pathname.lastIndexOf('lessons/'), -5))")
    check("the lists of scenes and lessons link to all of them", sorted(linked), sorted(scenes))


def check_access(page, site):
    """What accessibility rules ask, as far as a script can see it; and nothing is wider than the window."""
    for name in ("index.html", "scenes.html", "lessons.html", "lessons/pendulum.html"):
        for width in (360, 390, 1280):
            page.resize(width, 740)
            page.driver.get(f"file://{site}/{name}")
            check(f"{name} fits into {width} pixels", page.script("return document.documentElement.scrollWidth <= innerWidth"))
        check(f"{name} has a language, one h1, a main part, and named frames and pictures", page.script(
            "return document.documentElement.lang === 'en' && document.querySelectorAll('h1').length === 1 && document.querySelector('main') !== null"
            " && [...document.querySelectorAll('iframe')].every(f => f.title) && [...document.querySelectorAll('img')].every(i => i.hasAttribute('alt'))"))


def main():
    address = f"http://127.0.0.1:{serve(os.path.dirname(site))}/{os.path.basename(site)}"
    with browser(width=760, height=600) as page:
        check_grab(page, f"file://{site}/index.html")
        check_grab(page, f"{address}/index.html")
        for name in ("lessons/slope.html", "play/index.html?scene=scenes/flag", "play/?scene=flag"):
            check(f"{name} runs from below the root of a server", bool(open_player(page, f"{address}/{name}")))
        check_all(page, site)
        check_access(page, site)
        for name in ("docs/index.html", "docs/page_docs_lessons_README.html", "docs/world_8h.html"):
            page.driver.get(f"file://{site}/{name}")
        check("the browser had no errors", page.errors(), [])
    return check.end()


sys.exit(main())
