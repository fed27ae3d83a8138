#!/usr/bin/env python3
"""page_use.py GEL ASSETS FOLDER: what lasts while a page is used: settings, recordings, two worlds side by side, messages."""
import os
import subprocess
import sys
import time

from browser import Checks, browser, copy_scenes, hash_of

gel, assets, build = sys.argv[1:4]
check = Checks()


def make(name, *arguments):
    path = os.path.join(build, name)
    subprocess.run([gel, "web", *arguments, "--out", path], check=True, capture_output=True)
    return path


def setting(page, name):
    return page.ask(f"return player.scene.settings.find(row => row.name === '{name}').value")


def check_settings(page):
    """What was chosen lasts until it is taken back, and the controls show it."""
    page.ask("await player.set({gravity: [0, -1.5, 0]})")
    page.script("document.querySelector('[data-pane=settings]').click()")
    page.script("""window.chooser = [...document.querySelectorAll('#rows label')].find(l => /^Order/.test(l.textContent)).querySelector('select');
        chooser.focus(); chooser.value = 'jacobi'; chooser.dispatchEvent(new Event('change'));""")
    page.wait("""const order = gelPage.player.scene.settings.find(row => row.name === 'order');
        return order.choices[order.value[0]] === 'jacobi' && !gelPage.player.isPaused""", "another order")
    check("another order keeps the gravity that was chosen", [round(x, 3) for x in setting(page, "gravity")], [0, -1.5, 0])
    check("and the focus", page.script("return document.activeElement === chooser && chooser.value"), "jacobi")
    check("orders that no page can step are not offered", page.script("return [...chooser.options].map(option => option.value)"),
          ["colour", "jacobi", "jacobi-averaged", "jacobi-relaxed"])
    page.ask("await player.pause(); await player.reset(); await player.step(60)")
    check("with other settings nothing is compared, not after a reset", page.ask("return player.same"), None)
    page.ask("await player.set({gravity: [0, NaN, 0]})")
    check("a setting that is refused is not shown",
          ["−1.5" in page.text("rows").replace("-", "−"), page.script("return !document.getElementById('message').hidden")], [True, True])
    page.script("document.querySelector('[data-do=closeMessage]').click()")
    check("a message can be closed", page.script("return document.getElementById('message').hidden"))


def check_legend(page):
    """The numbers and colours of a mode are those of the library; modes that show none have no legend."""
    legend = "const box = document.getElementById('legend'); return box.hidden ? null : [box.textContent, box.getAttribute('aria-label')]"
    choose = "const mode = document.getElementById('mode'); mode.value = arguments[0]; mode.dispatchEvent(new Event('change'))"
    page.script(choose, "volume")
    page.wait("return document.getElementById('legend').hidden === false", "a legend")
    check("volume errors have a legend", page.script(legend), ["−10 %10 %", "volume error from −10 % to 10 %"])
    check("of nine colours", page.script("return document.querySelector('#legend i').style.background.split('color(').length - 1"), 9)
    page.script(choose, "shaded")
    page.wait("return document.getElementById('legend').hidden", "no legend")


def check_time(page):
    """A long series of steps can be ended, and a hash belongs to the frame beside it."""
    page.script("window.long = gelPage.player.step(100000); setTimeout(() => gelPage.player.toggle(), 200)")
    page.ask("await long; await player.pause()")
    check("pause ends a long series of steps", page.ask("return player.frame > 60 && player.frame < 50000"))
    check("and the hash is that of the frame",
          page.ask("const reply = await player.ask('hash'); return reply.frame === player.frame && reply.hash === player.hash"))


DROP = """const transfer = new DataTransfer();
    transfer.items.add(new File([arguments[1]], arguments[0]));
    document.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));"""


def check_recording(path):
    """A recording that is dropped onto a page which has not opened its scene yet repeats it."""
    with browser() as page:
        page.open(path, "?scene=bear_drop")
        page.ask("await player.reset(); await player.step(5); await player.act({kind: 'scramble', body: 0, seed: 3}); await player.step(20)")
        hash_at_end, recording = page.ask("""await player.readHash();
            const {name, bytes} = await player.ask('recording'); return [player.hash, [name, new TextDecoder().decode(bytes)]]""")
        page.open(path, "?scene=chain")
        page.script(DROP, *recording)
        page.wait("return gelPage.player.scene.recorded !== undefined && !gelPage.player.isPaused", "the recording to run")
        page.ask("await player.pause(); await player.reset(); await player.step(25)")
        check("a recording of a scene that was not open repeats the same bits",
              page.ask("return [player.frame, player.hash]"), [25, hash_at_end])
        page.open(path, "?scene=nowhere")
        page.wait("return document.getElementById('message').textContent.includes('nowhere')", "a message")
        check("an unknown scene in the address is named", "nowhere" in page.text("message"))
        page.script("window.both = [gelPage.player.open('scenes/bear_drop.json'), gelPage.player.open('scenes/chain.json')]")
        done = page.ask("return Promise.all(both)")
        check("of two scenes chosen at once the second is open", [done, page.ask("return player.scene.path")], [[False, True], "scenes/chain.json"])
        check("the browser had no errors", page.errors(), [])


def check_download(path):
    """What "Save what I did" downloads is repeated by gel run beside its scene, and by the page onto which it is dropped."""
    folder = copy_scenes(assets, build)
    file = os.path.join(folder, "bear_drop.recording.json")
    if os.path.exists(file):
        os.remove(file)
    with browser() as page:
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
        page.open(path, "?scene=bear_drop")
        page.ask("""await player.reset();
            await player.step(3);
            await player.ask('hand', {kind: 'grab', x: 0, y: 0});
            await player.step(5);
            await player.ask('hand', {kind: 'pull', x: 0.3, y: 0.4});
            await player.step(10);
            await player.ask('hand', {kind: 'release', x: 0, y: 0});
            await player.step(12)""")
        thrown = page.ask("await player.readHash(); return player.hash")
        page.script("if (document.getElementById('settings').hidden) document.querySelector('[data-pane=settings]').click()")
        page.script("document.querySelector('[data-do=saveRecording]').click()")
        end = time.time() + 20
        while time.time() < end and not os.path.exists(file):
            time.sleep(0.1)
        replayed = subprocess.run([gel, "run", file], capture_output=True, text=True, check=False)
        check("gel run repeats the downloaded file beside its scene, to the same bits", hash_of(replayed.stdout), thrown)
        page.find("#choose").send_keys(file)
        page.wait("return gelPage.player.scene.recordedFrames === 30 && !gelPage.player.isPaused", "the recording to run")
        page.ask("await player.pause(); await player.reset(); await player.step(30); await player.readHash()")
        check("so does the page that has saved it", page.ask("return [player.frame, player.hash]"), [30, thrown])
        check("the browser had no errors", page.errors(), [])


def check_comparison(path):
    """Two setups run at one pace, and stand at the same frame."""
    frames = "return [player.frame, comparison.second.frame]"
    with browser(900, 500) as page:
        page.open(path, pause=False)
        page.ask("lesson.predict(null); comparison.toggle(); await comparison.toggle()")
        check("a comparison that is ended as it begins leaves one world", page.ask("return [comparison.isShown, document.querySelectorAll('canvas').length]"), [False, 1])
        page.ask("""const kind = player.started.constructor.prototype, { openScene } = kind, opens = [];
            kind.openScene = function (...wanted) {
                if (this !== player.started) throw new Error('the second world has no memory');
                const opened = openScene.apply(this, wanted);
                opens.push(opened);
                return opened;
            };
            lesson.predict(null);
            await comparison.toggle();
            await Promise.all(opens);
            kind.openScene = openScene;""")
        page.wait("return !gelPage.comparison.isShown", "one world")
        page.wait("return document.getElementById('message-text').textContent.includes('no memory')", "a line")
        check("a second world that cannot be opened leaves one, and the line that says why",
              page.script("return document.getElementById('message').hidden"), False)
        page.hold_opening(isOfSecond=True)
        page.ask("lesson.predict(null); window.comparing = comparison.toggle()")
        page.wait("return document.getElementById('message-text').textContent.includes('still being opened')", "a line")
        page.ask("release(); await comparing")
        check("the line that the second world is still being opened goes as it is open",
              page.script("return document.getElementById('message').hidden"))
        page.wait("return gelPage.comparison.second.frame > 30", "both to run")
        apart = page.ask("""let most = 0;
            for (let i = 0; i < 40; i++) {
              most = Math.max(most, Math.abs(player.frame - comparison.second.frame));
              await new Promise(next => setTimeout(next, 25));
            } return most""")
        check(f"neither runs far ahead: {apart} frames at most", apart <= 12)
        page.ask("await player.pause()")
        page.wait("return gelPage.player.frame === gelPage.comparison.second.frame", "both at one frame")
        page.ask("""const { second } = comparison, frame = player.frame;
            await second.step(5);
            second.frame = frame; // as if the page had not heard of these frames yet
            await comparison.follow();
            await second.readHash();""")
        check("also if the second has made frames of which the page has not heard", page.ask("return player.frame - comparison.second.frame"), 0)
        page.ask("player.step(7); player.step(2); await player.back(3)")
        page.wait("return gelPage.player.frame === gelPage.comparison.second.frame", "both at one frame")
        page.script("document.title = 'side by side'")
        page.driver.save_screenshot(os.path.join(build, "comparison.png"))
        page.ask("await player.reset()")
        page.wait("return gelPage.comparison.second.frame === 0", "both at the start")
        check("a reset takes both to the start", page.ask(frames), [0, 0])
        page.ask("await comparison.toggle()")
        check("then one world is left", page.script("return document.querySelectorAll('canvas').length"), 1)
        check("the browser had no errors", page.errors(), [])


def main():
    os.makedirs(build, exist_ok=True)
    two = make("two.html", "bear_drop", "chain", "--frames", "60")
    with browser() as page:
        page.open(two)
        check_time(page)
        check_settings(page)
        check_legend(page)
        check("the browser had no errors", page.errors(), [])
    check_recording(two)
    check_download(two)
    check_comparison(make("setups.html", "cantilever"))
    return check.end()


sys.exit(main())
