"""A headless Chromium with a page that `gel web` has made, for tests. Without Chromium, its driver or selenium, a test skips."""
import contextlib
import os
import re
import shutil
import sys
import time

SKIPPED = 77


def need(condition, what):
    if not condition:
        print(f"skipped: {what} is not installed")
        sys.exit(SKIPPED)


def hash_of(text):
    """The hash that gel run prints."""
    return re.search(r"\bhash +([0-9a-f]{16})", text).group(1)


def copy_scenes(assets, folder):
    """Returns a folder with Gel's scenes, where a recording finds the one that it names."""
    for name in ("scenes", "meshes"):
        shutil.copytree(os.path.join(assets, name), os.path.join(folder, "assets", name), dirs_exist_ok=True)
    return os.path.join(folder, "assets", "scenes")


class Browser:
    """Drives the page as a person would; `ask` looks inside it."""

    def __init__(self, width=480, height=400, arguments=()):
        chromium = shutil.which("chromium")
        driver = shutil.which("chromedriver")
        need(chromium, "chromium")
        need(driver, "chromium-driver")
        try:
            from selenium import webdriver
            from selenium.webdriver.chrome.service import Service
        except ImportError:
            need(False, "python3-selenium")
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        flags = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-swiftshader",
                 f"--window-size={width},{height}", *arguments]
        # Nothing outside this machine is reached: the page must not need it.
        for flag in flags + ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]:
            options.add_argument(flag)
        self.driver = webdriver.Chrome(options=options, service=Service(driver))
        self.driver.set_script_timeout(60)
        self.resize(width, height)

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def open(self, path, query="", pause=True):
        self.driver.get(f"file://{os.path.abspath(path)}{query}")
        self.wait("return Boolean(window.gelPage && gelPage.player.scene)", "the scene to be open")
        if pause:
            self.ask("await player.pause()")

    def script(self, text, *values):
        return self.driver.execute_script(text, *values)

    def ask(self, text, *values):
        """Runs `text` in the page, where `player`, `lesson` and `values` are, and returns what it returns."""
        wrapped = ("const done = arguments[arguments.length - 1], values = arguments, {player, lesson, comparison} = gelPage;"
                   "(async () => {" + text + "})().then(result => done([result]), error => done('failed: ' + error.stack))")
        result = self.driver.execute_async_script(wrapped, *values)
        if isinstance(result, str):
            raise AssertionError(result)
        return result[0]

    def wait(self, condition, what, seconds=40):
        end = time.time() + seconds
        while time.time() < end:
            if self.script(condition):
                return
            time.sleep(0.05)
        raise AssertionError(f"waited {seconds} s for {what}; the page says: {self.text('message')!r}")

    def hold_opening(self, isOfSecond=False):
        """Scenes wait for `release()` before they are opened: those of the page, or of the second world beside it."""
        self.ask("""const kind = player.started.constructor.prototype, { openScene } = kind, [isOfSecond] = values;
            const gate = new Promise(done => { window.release = done; });
            kind.openScene = async function (...wanted) {
                if ((this !== player.started) === isOfSecond) await gate;
                return openScene.apply(this, wanted);
            };""", isOfSecond)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def click(self, selector):
        self.find(selector).click()

    def text(self, name):
        return self.script("return document.getElementById(arguments[0])?.textContent", name)

    def errors(self):
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]

    def close(self):
        self.driver.quit()


@contextlib.contextmanager
def browser(*arguments, **options):
    opened = Browser(*arguments, **options)
    try:
        yield opened
    finally:
        opened.close()


class Checks:
    """Prints each promise with what was found, and counts those that were broken."""

    def __init__(self):
        self.failed = 0

    def __call__(self, promise, found, expected=True):
        good = found == expected
        self.failed += not good
        print(f"{'ok    ' if good else 'FAILED'} {promise}" + ("" if good else f": found {found!r}, expected {expected!r}"))
        return good

    def end(self):
        print(f"{self.failed} broken" if self.failed else "all kept")
        return 1 if self.failed else 0
