#!/usr/bin/env python3
"""conditions.py GEL FOLDER: a page whose browser lacks something, or which is given too much, says so in one line and goes on."""
import json
import os
import re
import subprocess
import sys
import time

from browser import Checks, browser

gel, build = sys.argv[1:3]
check = Checks()
PROBLEM = "return document.getElementById('message').hidden ? '' : document.getElementById('message-text').textContent"
NO_PICTURE = "return document.getElementById('no-picture').textContent"


def make(name, *arguments):
    path = os.path.join(build, name)
    done = subprocess.run([gel, "web", *arguments, "--out", path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"gel web failed: {done.stderr.strip()}")
    return path


def before(page, script):
    """Runs a script before those of the page."""
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def before_worker(page, script):
    before(page, f"""const Plain = Blob;
        window.Blob = class extends Plain {{
            constructor(parts, options) {{
                super(options?.type === 'text/javascript' ? [{json.dumps(script)}, ...parts] : parts, options);
            }}
        }};""")


def check_line(page, promise, part, where=PROBLEM, seconds=40):
    """Waits for a line that has a part in it."""
    page.wait(f"return (() => {{ {where} }})().includes({json.dumps(part)})", f"a line with {part!r}", seconds)
    line = page.script(where)
    print(f"       {line}")
    check(promise, "\n" not in line and len(line) < 160)


def check_goes_on(page, what):
    page.ask("await player.reset(); await player.step(60)")
    check(f"{what} the scene has the native program's bits", page.ask("return player.same?.isSame"))


def check_no_simd(path):
    with browser() as page:
        before(page, "WebAssembly.validate = () => false;")
        page.driver.get(f"file://{path}")
        check_line(page, "the page says that the browser lacks SIMD", "no SIMD of WebAssembly", NO_PICTURE)
        check("and the browser had no errors", page.errors(), [])


def check_no_webgl(path):
    with browser() as page:
        before_worker(page, "OffscreenCanvas.prototype.getContext = () => null;\n")
        page.open(path)
        check_line(page, "the page says that the browser lacks WebGL 2", "no WebGL 2", NO_PICTURE)
        check_goes_on(page, "without WebGL 2")
        check("and the browser had no errors", page.errors(), [])


def check_lost_context(path):
    """The context goes, the scene goes on; when it comes back, the picture does."""
    with browser() as page:
        before_worker(page, """const getContext = OffscreenCanvas.prototype.getContext;
            let context, extension;
            OffscreenCanvas.prototype.getContext = function (...values) {
                if (context && this === context.canvas) throw new Error('Firefox gives no context a second time');
                return values[0] === 'webgl2' ? (context = getContext.apply(this, values)) : getContext.apply(this, values);
            };
            addEventListener('message', event => {
                if (!event.data.call) return;
                event.stopImmediatePropagation();
                extension ??= context.getExtension('WEBGL_lose_context');
                extension[event.data.call]();
            });\n""")
        page.open(path)
        call = "gelPage.player.client.worker.postMessage({call: arguments[0]})"
        for time_of in ("first", "second"):
            page.script(call, "loseContext")
            check_line(page, f"the page says that the context is lost, the {time_of} time", "took the means of drawing away", NO_PICTURE)
            check_goes_on(page, "without a context")
            pictures = page.ask("return (await player.ask('drawn')).pictures")
            page.ask("await player.open(player.scene.path)") # it is opened while nothing can be drawn
            page.script(call, "restoreContext")
            page.wait("return document.getElementById('no-picture').hidden", "the picture to come back")
            page.ask("await player.step(1)")
            end = time.time() + 20
            while time.time() < end and page.ask("return (await player.ask('drawn')).pictures") == pictures:
                time.sleep(0.1)
            check("pictures are drawn again", page.ask("return (await player.ask('drawn')).pictures") > pictures)
            colours = page.ask("""const {bytes} = await player.ask('photo'), image = await createImageBitmap(new Blob([bytes]));
                const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
                context.drawImage(image, 0, 0);
                return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size""")
            check(f"with the scene in them, of {colours} colours", colours > 500)
        check("and the browser had no errors", page.errors(), [])


def limit_memory(page, pages):
    with open(os.path.join(os.path.dirname(__file__), "limit_memory.mjs"), encoding="utf-8") as file:
        limit = re.sub(r"^export ", "", file.read(), flags=re.MULTILINE)
    before(page, f"""{limit}
        const compile = WebAssembly.compile;
        WebAssembly.compile = bytes => compile(limitMemory(new Uint8Array(bytes), {pages}));""")


# One tet, as a mesh of the name arguments[0].
TET = """const transfer = new DataTransfer(), name = arguments[0];
    transfer.items.add(new File(['4 3 0 0\\n0 0 0 0\\n1 1 0 0\\n2 0 1 0\\n3 0 0 1\\n'], `${name}.node`));
    transfer.items.add(new File(['1 4 0\\n0 0 1 2 3\\n'], `${name}.ele`));
    document.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));"""

# A sheet of `values[0]` x `values[0]` squares, each of two triangles.
SHEET = """const n = values[0] + 1, parts = [], rows = [];
    const flush = () => { parts.push(rows.join('\\n') + '\\n'); rows.length = 0; };
    for (let j = 0; j < n; j++, flush()) for (let i = 0; i < n; i++) rows.push(`v ${i / 1000} 0 ${j / 1000}`);
    for (let j = 0; j + 1 < n; j++, flush())
        for (let i = 0, at = j * n + 1; i + 1 < n; i++, at++)
            rows.push(`f ${at} ${at + 1} ${at + n}`, `f ${at + 1} ${at + n + 1} ${at + n}`);
    const transfer = new DataTransfer();
    transfer.items.add(new File(parts, 'sheet.obj'));
    document.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));"""


def check_memory(path):
    with browser() as page: # room for the bear, and not for much more
        limit_memory(page, 100)
        page.open(path)
        check_goes_on(page, "with little memory")
        page.ask("await player.step(400)")
        check("it runs on when the frames to go back to fill the memory", page.ask("return player.frame"), 460)
        page.ask(SHEET, 60)
        check_line(page, "a mesh for which there is no memory is refused", "out of memory")
        check_goes_on(page, "afterwards")
        page.script(TET, "tet")
        page.wait("return gelPage.player.scene.path === 'tet.node'", "a smaller mesh to be open")
        check("and the browser had no errors", page.errors(), [])
    with browser() as page: # room for nothing
        before_worker(page, "WebAssembly.instantiate = async () => { throw new RangeError('Out of memory'); };\n")
        page.driver.get(f"file://{path}")
        check_line(page, "the page says that the browser has no memory left", "no memory left")


def check_large(path):
    with browser() as page:
        page.open(path)
        page.ask(SHEET, 1225) # 3,001,250 triangles
        check_line(page, "a mesh of 3 million triangles is refused", "too much for a page")
        check_goes_on(page, "afterwards")
        check("and the browser had no errors", page.errors(), [])


def check_wish(page, wish, before):
    """Run or Pause, pressed while a scene is opened, is done once it is open."""
    page.ask(f"await player.{before}()")
    page.hold_opening()
    page.script(TET, "tet")
    check_line(page, "the page says that a file is still being opened", "still being opened")
    page.click("#pause")
    # The second answer comes after the page has read its hash and has decided whether to run.
    page.ask("const opened = new Promise(done => player.on('opened', done)); release(); await opened; await player.ask('hash')")
    check("the line goes as it is open", [page.script(PROBLEM), page.ask("return player.scene.path")], ["", "tet.node"])
    check(f"{wish}, pressed while it was opened, counts", page.ask("return player.isPaused"), wish == "Pause")


def check_stop(page, promise, expected):
    """Stop ends a worker that is busy for longer than the test waits."""
    page.script(TET, "slow")
    check_line(page, "the page says that another is still being opened", "still being opened")
    page.script("window.isFormer = true")
    page.click("#stop")
    page.wait("return !window.isFormer && Boolean(window.gelPage?.player.scene)", "the page to begin again")
    check(promise, [page.script("return gelPage.player.scene.path"), page.script(PROBLEM)], [expected, ""])


def check_slow(path):
    with browser() as page: # of two scenes
        before_worker(page, """addEventListener('message', ({ data }) => {
            for (const end = Date.now() + (data.scene === 'slow.node' ? 60000 : 0); Date.now() < end; ); });\n""")
        page.open(path)
        check_wish(page, "Pause", before="run")
        check_wish(page, "Run", before="pause")
        check_stop(page, "Stop leads to the first scene if a dropped one was open", "scenes/bear_drop.json")
        page.ask("await player.open('scenes/single_tet.json')")
        check_stop(page, "and otherwise back to the one that was open", "scenes/single_tet.json")
        check("and the browser had no errors", page.errors(), [])
    with browser() as page: # whose first scene is never open
        before_worker(page, """addEventListener('message', event => {
            if (event.data.type === 'open') event.stopImmediatePropagation(); });\n""")
        page.driver.get(f"file://{path}")
        check_line(page, "the page says that its first scene is still being opened, and how to stop", "close the page to stop")
        check("without Stop, which has no scene to return to", page.script("return document.getElementById('stop').hidden"))
        check("and the browser had no errors", page.errors(), [])


def main():
    os.makedirs(build, exist_ok=True)
    path = os.path.abspath(make("bear.html", "bear_drop", "--frames", "60"))
    for promise in (check_no_simd, check_no_webgl, check_lost_context, check_memory, check_large):
        promise(path)
    check_slow(os.path.abspath(make("two.html", "bear_drop", "single_tet")))
    return check.end()


sys.exit(main())
