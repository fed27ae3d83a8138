#!/usr/bin/env python3
"""page.py GEL ASSETS FOLDER [tour]: makes pages with `gel web`, and uses them in Chromium as a person would.
With `tour`, also that which takes longer."""
import os
import re
import subprocess
import sys

from browser import Checks, browser, copy_scenes, hash_of

gel, assets, build = sys.argv[1:4]
isTour = sys.argv[4:] == ["tour"]
check = Checks()
SAME = "same bits as the native program"


def native(*arguments):
    return subprocess.run([gel, *arguments], capture_output=True, text=True, check=False)


def make(name, *arguments):
    path = os.path.join(build, name)
    done = native("web", *arguments, "--out", path)
    if done.returncode != 0:
        sys.exit(f"gel web failed: {done.stderr.strip()}")
    return path


def check_steps(page):
    """Frames forward and back have the native program's bits."""
    page.ask("await player.reset(); await player.step(60)")
    check("the page says that frame 60 has the bits of the native program", SAME in page.text("same"))
    at60 = page.ask("return player.hash")
    check("its hash is that of gel run", at60, hash_of(native("run", "bear_drop", "--frames", "60").stdout))
    page.click("[data-do=step]")
    page.wait("return gelPage.player.frame === 61", "frame 61")
    page.click("[data-do=back]")
    page.wait("return gelPage.player.frame === 60", "frame 60 again")
    check("a step forward and one back end where they began", page.ask("await player.readHash(); return player.hash"), at60)
    check("the text for screen readers has frame and hash", at60 in page.text("said"))


def check_hand(page, folder):
    """A body that is dragged with the mouse moves, and the recording of it has the same bits natively."""
    from selenium.webdriver.common.action_chains import ActionChains
    canvas = page.find("#canvas")
    hand = ActionChains(page.driver, duration=0).move_to_element_with_offset(canvas, 0, 20).click_and_hold()
    hand.perform()
    page.wait("return gelPage.hand.state !== 'asks'", "the hand to know what is under it")
    check("the mouse holds the bear", page.script("return gelPage.hand.state"), "pulls")
    for _ in range(3):
        hand = ActionChains(page.driver, duration=0).move_by_offset(15, -15)
        hand.perform()
        page.ask("await player.step(4)")
    ActionChains(page.driver, duration=0).release().perform()
    page.ask("await player.step(20)")
    name, text = page.ask("const {name, bytes} = await player.ask('recording'); return [name, new TextDecoder().decode(bytes)]")
    path = os.path.join(copy_scenes(assets, folder), name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    replayed = native("run", path)
    check("gel run repeats the throw to the same bits", hash_of(replayed.stdout), page.ask("await player.readHash(); return player.hash"))
    check("and says so", replayed.returncode, 0)


DROP = """const transfer = new DataTransfer();
    transfer.items.add(new File([arguments[1]], arguments[0]));
    document.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));"""


def check_drops(page):
    """Whatever is dropped is opened or refused in a line, and the page goes on."""
    page.script(DROP, "broken.json", '{"name": "no bodies", ')
    page.wait("return !document.getElementById('message').hidden", "a message")
    check("a broken scene is refused in one line", "broken.json" in page.text("message") and "\n" not in page.text("message-text"))
    page.ask("await player.step(1)")
    check("and the scene that was open goes on", page.ask("return player.scene.path").endswith("bear_drop.json"))
    page.script(DROP, "letter.txt", "hello")
    page.wait("return document.getElementById('message').textContent.includes('letter.txt')", "another message")
    check("so is what is no scene", "no scene and no mesh" in page.text("message"))
    tet = ["4 3 0 0", "0 0 0 0", "1 1 0 0", "2 0 1 0", "3 0 0 1"]
    page.script("""const transfer = new DataTransfer();
        transfer.items.add(new File([arguments[0]], 'tet.node'));
        transfer.items.add(new File(['1 4 0\\n0 0 1 2 3\\n'], 'tet.ele'));
        document.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));""", "\n".join(tet) + "\n")
    page.wait("return gelPage.player.scene.path === 'tet.node'", "the mesh to be open")
    check("a mesh of one tet runs", page.ask("await player.pause(); return player.scene.tetCount"), 1)


def unnamed_controls(page):
    return page.script("""return [...document.querySelectorAll('button, select, input, canvas')].filter(element => {
        const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
        return label.trim() === ''; }).map(element => element.outerHTML)""")


def check_access(page):
    """What accessibility rules ask, as far as a script can see it."""
    check("every control has a name", unnamed_controls(page), [])
    check("ids are unique", page.script("""const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
        return ids.filter((id, i) => ids.indexOf(id) !== i)"""), [])
    check("the page has a language, a title and one heading of its own", page.script(
        "return document.documentElement.lang === 'en' && document.title !== '' && document.querySelectorAll('h1').length === 1"))
    check("no pane needs a mouse: each is opened by a button that says whether it is open",
          page.script("return [...document.querySelectorAll('[data-pane]')].every(b => b.tagName === 'BUTTON' && b.hasAttribute('aria-expanded'))"))
    for width in (360, 390, 1280):
        page.resize(width, 740)
        for pane in ("settings", "scenes", "help"):
            page.script("document.querySelector(`[data-pane=${arguments[0]}]`).click()", pane)
            over = page.script("""return [...document.querySelectorAll('#bar button, #pane, #pane section:not([hidden]) *')].filter(e => {
                const box = e.getBoundingClientRect(); return box.width > 1 && !e.closest('svg, .unseen') && (box.right > innerWidth + 1 || box.left < -1); })
                .map(e => e.outerHTML.slice(0, 90))""")
            check(f"at {width} pixels nothing of {pane} is cut off", over, [])
        small = page.script("""return [...document.querySelectorAll('#bar button')].filter(b => !b.hidden &&
            (b.getBoundingClientRect().height < 44 || b.getBoundingClientRect().width < 36)).map(b => b.outerHTML)""")
        check(f"at {width} pixels a finger hits the buttons", small, [])
    page.script("document.querySelector('[data-do=closePane]').click()")


def check_lesson(path):
    """A lesson from its question to its answer, by keyboard alone."""
    from selenium.webdriver.common.action_chains import ActionChains
    with browser() as page:
        page.open(path, pause=False)
        check("a lesson waits for a prediction", [page.ask("return lesson.stage"), page.ask("return player.isPaused")], ["asks", True])
        keys = ActionChains(page.driver)
        keys.send_keys("2.4\n").perform()
        page.wait("return gelPage.lesson.stage === 'runs'", "the lesson to run")
        page.ask("await player.pause(); await player.step(player.scene.expectedFrames - player.frame)")
        page.wait("return gelPage.lesson.stage === 'answers'", "the answer")
        text = page.find("#lesson").text
        print("      " + " ".join(text.split())[:300])
        check("it shows what was predicted, expected and measured", [word in text for word in ("2.4 s", "2.324 s", "2.336 s")], [True] * 3)
        check("with a curve for each probe", page.script("return document.querySelectorAll('#lesson svg path[d]').length >= 4"))


def check_difference(path):
    """A hash of the native program that is planted wrong is shown."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    planted = re.sub(r'("60": ?")[0-9a-f]{16}', r"\g<1>0123456789abcdef", text)
    assert planted != text, "the page has no hash of frame 60"
    with open(path, "w", encoding="utf-8") as file:
        file.write(planted)
    with browser() as page:
        page.open(path)
        page.ask("await player.reset(); await player.step(60)")
        check("a difference from the native program is shown", "frame 60 differs" in page.text("same"))
        check("and the browser had no errors", page.errors(), [])


def main():
    os.makedirs(build, exist_ok=True)
    path = make("bear.html", "bear_drop", "--frames", "60")
    print(f"       {os.path.basename(path)}: {os.path.getsize(path)} bytes")
    with browser() as page:
        page.open(path)
        check_steps(page)
        check_hand(page, build)
        check_drops(page)
        check_access(page)
        check("the browser had no errors", page.errors(), [])
    if isTour:
        check_lesson(make("pendulum.html", "pendulum"))
        check_difference(path)
    return check.end()


sys.exit(main())
