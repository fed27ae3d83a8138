#!/usr/bin/env python3
"""firefox.py GEL FOLDER: in Firefox a page has the bits of the native program. Without a display it draws no WebGL 2."""
import contextlib
import itertools
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from browser import Browser, Checks, need

gel, build = sys.argv[1:3]
# Nothing outside this machine is reached: nobody listens at port 9.
PREFERENCES = {"marionette.port": 0, "network.proxy.type": 1, "network.proxy.socks": "127.0.0.1",
               "network.proxy.socks_port": 9, "network.proxy.socks_remote_dns": True}


class Marionette:
    """Drives Firefox by its own protocol, as geckodriver does, which few distributions have."""

    def __init__(self, profile):
        self.numbers, self.stream = itertools.count(), self._connect(os.path.join(profile, "MarionetteActivePort"))
        self._receive()
        self._ask("WebDriver:NewSession")
        self._ask("WebDriver:SetTimeouts", script=60000)

    def _connect(self, path):
        end = time.time() + 40
        while time.time() < end:
            with contextlib.suppress(FileNotFoundError, ValueError), open(path, encoding="utf-8") as file:
                return socket.create_connection(("127.0.0.1", int(file.read())), timeout=90).makefile("rwb")
            time.sleep(0.05)
        raise AssertionError("waited 40 s for Firefox to start")

    def _read(self, count):
        found = self.stream.read(count)
        if len(found) < count:
            raise AssertionError("Firefox has ended: expected a reply")
        return found

    def _receive(self):
        length = b"".join(iter(lambda: self._read(1), b":"))
        return json.loads(self._read(int(length)))

    def _ask(self, command, **values):
        text = json.dumps([0, next(self.numbers), command, values]).encode()
        self.stream.write(b"%d:%s" % (len(text), text))
        self.stream.flush()
        _, _, error, result = self._receive()
        if error is not None:
            raise AssertionError(f"{command}: {error['message']}")
        return result

    def get(self, address):
        self._ask("WebDriver:Navigate", url=address)

    def execute_script(self, text, *values):
        return self._ask("WebDriver:ExecuteScript", script=text, args=values)["value"]

    def execute_async_script(self, text, *values):
        return self._ask("WebDriver:ExecuteAsyncScript", script=text, args=values)["value"]


class Firefox(Browser):
    def __init__(self, profile):
        self.driver = Marionette(profile)


@contextlib.contextmanager
def firefox(program):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        process = subprocess.Popen([program, "--headless", "--marionette", "--no-remote", "--profile", profile],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield Firefox(profile)
        finally:
            process.terminate()
            process.wait()


def main():
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    need(program, "firefox-esr")
    os.makedirs(build, exist_ok=True)
    path, check = os.path.join(build, "bear.html"), Checks()
    subprocess.run([gel, "web", "bear_drop", "--frames", "60", "--out", path], check=True, capture_output=True)
    with firefox(program) as page:
        page.open(path)
        page.ask("await player.reset(); await player.step(60)")
        check("the scene has the native program's bits", page.ask("return player.same?.isSame"))
        check("and no message", page.script("return document.getElementById('message').hidden"))
    return check.end()


sys.exit(main())
