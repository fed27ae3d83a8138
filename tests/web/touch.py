#!/usr/bin/env python3
"""touch.py GEL ASSETS FOLDER: a page on a phone of 390 x 844 pixels, used with fingers."""
import json
import os
import subprocess
import sys

from browser import Checks, browser, copy_scenes, hash_of

gel, assets, build = sys.argv[1:4]
check = Checks()
WIDTH, HEIGHT = 390, 844


def native(*arguments):
    return subprocess.run([gel, *arguments], capture_output=True, text=True, check=False)


class Fingers:
    """Touches the page at places in pixels, as {finger: (x, y)}."""

    def __init__(self, page):
        self.page = page
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})

    def send(self, kind, places):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in places.items()]
        self.page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, begins, ends, steps=8, then=lambda: None):
        """All fingers come down one after the other, move, and are lifted."""
        for count in range(1, len(begins) + 1):
            self.send("touchStart", dict(list(enumerate(begins))[:count]))
            self.page.wait("return gelPage.hand.state !== 'asks'", "the page to know what is under the finger")
        state = self.page.script("return gelPage.hand.state")
        for step in range(1, steps + 1):
            part = step / steps
            self.send("touchMove", {i: (b[0] + part * (e[0] - b[0]), b[1] + part * (e[1] - b[1]))
                                    for i, (b, e) in enumerate(zip(begins, ends))})
            then()
        self.send("touchEnd", {})
        return state

    def tap(self, selector):
        box = self.page.find(selector).rect
        self.drag([(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)] * 1, [], steps=0)


# How many pixels of the picture are of the bear's colour, and a number for the whole picture.
PICTURE = """const {bytes} = await player.ask('photo'), image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, image.width, image.height);
    let count = 0, sum = 0;
    for (let i = 0; i < data.length; i += 4) {
        count += data[i] > 1.4 * data[i + 1] ? 1 : 0;
        sum = (31 * sum + data[i] + data[i + 1] + data[i + 2]) >>> 0;
    }
    return [count, sum]"""
BESIDE = (50, 200) # in pixels: no body is there


def check_throw(page, fingers):
    """A body follows the finger and flies on; natively the recording of it has the same bits."""
    page.ask("await player.reset()")
    before = page.ask("await player.readHash(); return player.hash")
    state = fingers.drag([(195, 380)], [(260, 250)], then=lambda: page.ask("await player.step(2)"))
    check("a finger holds the bear", state, "pulls")
    page.ask("await player.step(20)")
    check("and lets go of it", page.ask("return [gelPage.hand.state, player.held]"), ["none", None])
    made = page.ask("const {name, bytes} = await player.ask('recording'); return new TextDecoder().decode(bytes)")
    recording = json.loads(made)
    kinds = [kind for event in recording["input"] for kind in event if kind != "frame"]
    check("the recording has the grab, pulls and the release", [kinds[0], kinds.count("pull") > 2, kinds[-1]], ["grab", True, "release"])
    path = os.path.join(copy_scenes(assets, build), "thrown.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(made)
    thrown = page.ask("await player.readHash(); return player.hash")
    check("gel run repeats the throw to the same bits", hash_of(native("run", path).stdout), thrown)
    check("which moved the bear", thrown != before)


def check_camera(page, fingers):
    """One finger beside a body turns the view; two zoom and move, and leave bodies alone."""
    page.ask("await player.reset(); await player.ask('camera', {showAll: true})")
    [red, first] = page.ask(PICTURE)
    state = fingers.drag([BESIDE], [(BESIDE[0] + 150, BESIDE[1])])
    [_, turned] = page.ask(PICTURE)
    check("a finger beside the bear turns the view", [state, turned != first], ["turns", True])
    state = fingers.drag([(195, 330), (195, 430)], [(195, 230), (195, 530)])
    [larger, _] = page.ask(PICTURE)
    check(f"two fingers that part bring it nearer: {red} pixels of it, then {larger}", [state, larger > 1.5 * red], ["zooms", True])
    fingers.drag([(195, 230), (195, 530)], [(195, 330), (195, 430)])
    [smaller, there] = page.ask(PICTURE)
    check(f"and that close take it away again: {smaller} pixels", smaller < larger / 1.5)
    fingers.drag([(150, 380), (250, 380)], [(150, 500), (250, 500)])
    [_, moved] = page.ask(PICTURE)
    check("two fingers that go together move the view", moved != there)
    check("the page itself is neither zoomed nor scrolled", page.script("return [visualViewport.scale, scrollX, scrollY]"), [1, 0, 0])
    page.ask("await player.step(60); await player.readHash()")
    check("and no body was pulled", page.ask("return player.hash"), hash_of(native("run", "bear_drop", "--frames", "60").stdout))


def check_buttons(page, fingers):
    """Each button is as large as a finger wants it, and does what it says when it is tapped."""
    small = page.script("""return [...document.querySelectorAll('#bar button')].filter(b => b.getBoundingClientRect().width > 0)
        .map(b => [b.getAttribute('aria-label') ?? b.textContent, b.getBoundingClientRect()])
        .filter(([, box]) => box.width < 44 || box.height < 44).map(([name, box]) => `${name} ${box.width} x ${box.height}`)""")
    check("every button of the bar has 44 x 44 pixels", small, [])
    page.ask("await player.reset()")
    fingers.tap("[data-do=step]")
    page.wait("return gelPage.player.frame === 1", "a frame")
    fingers.tap("#pause")
    page.wait("return !gelPage.player.isPaused && gelPage.player.frame > 5", "the scene to run")
    fingers.tap("#pause")
    page.wait("return gelPage.player.isPaused", "the scene to pause")
    fingers.tap("[data-pane=settings]")
    page.wait("return !document.getElementById('settings').hidden", "the settings")
    small = page.script("""return [...document.querySelectorAll('#pane button, #pane select')].filter(b => b.getBoundingClientRect().width > 0)
        .map(b => [b.textContent, b.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44)
        .map(([name, box]) => `${name} ${box.width} x ${box.height}`)""")
    check("so has each of the pane", small, [])
    before = page.ask("await player.readHash(); return player.hash")
    fingers.tap("[data-do=squash]")
    check("a tap squashes the bear", page.ask("await player.readHash(); return player.hash") != before)
    fingers.tap("[data-do=closePane]")
    page.wait("return document.getElementById('pane').hidden", "the pane to be closed")


def check_keyboard(page, fingers):
    """A field that gets the focus brings up a keyboard over the list: it waits for a finger."""
    fingers.tap("[data-pane=scenes]")
    page.wait("return !document.getElementById('scenes').hidden", "the scenes")
    check("the list of scenes is open without a keyboard", page.script("return document.activeElement.id"), "pane")
    fingers.tap("[data-do=closePane]")
    page.wait("return document.getElementById('pane').hidden", "the pane to be closed")


def check_message(page):
    """A line is broken between words, and its buttons are not."""
    page.hold_opening()
    page.script("gelPage.player.open('scenes/a_scene_with_a_name_that_is_longer_than_the_line.json')")
    page.wait("return !document.getElementById('message').hidden", "the line that a scene is still being opened")
    lines = page.script("const range = document.createRange(); range.selectNodeContents(document.getElementById('stop')); return range.getClientRects().length")
    check("Stop stands in one line", lines, 1)


def main():
    os.makedirs(build, exist_ok=True)
    path = os.path.join(build, "bear.html")
    made = native("web", "bear_drop", "pendulum", "--frames", "60", "--out", path)
    if made.returncode != 0:
        sys.exit(f"gel web failed: {made.stderr.strip()}")
    with browser(WIDTH, HEIGHT) as page:
        fingers = Fingers(page)
        page.open(path)
        check_throw(page, fingers)
        check_camera(page, fingers)
        check_buttons(page, fingers)
        check_keyboard(page, fingers)
        check_message(page)
        page.open(path, "?scene=pendulum", pause=False)
        narrow = page.script("""return [...document.querySelectorAll('#bar button')].map(b => b.getBoundingClientRect())
            .filter(box => box.width > 0 && (box.width < 44 || box.right > innerWidth)).length""")
        check("nor do those of a lesson become too narrow", narrow, 0)
        check("the browser had no errors", page.errors(), [])
    return check.end()


sys.exit(main())
