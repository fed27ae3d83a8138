"""Types: examples, notebooks and the package's own stubs are without errors for pyright."""
import json
import os
import shutil
import subprocess
import tempfile
import venv

from support import PACKAGE, ROOT, Test


class Types(Test):
    def test_pyright_finds_no_error_in_examples_and_notebooks(self):
        program = shutil.which("pyright")
        if program is None:
            self.skipTest("pyright is not installed: pip install \"pyright[nodejs]\"")
        files = [*sorted((ROOT / "python/examples").glob("*.py")), *sorted((ROOT / "python/notebooks").glob("*.py")),
                 PACKAGE / "_c.pyi"]
        with tempfile.TemporaryDirectory() as folder:  # a Python without packages: those of others have errors of their own
            venv.create(folder)
            done = subprocess.run([program, "--outputjson", "--pythonpath", f"{folder}/bin/python", *files],
                                  capture_output=True, text=True, timeout=300,
                                  env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
        if not done.stdout.startswith("{"):
            said = done.stderr.strip() or "it says nothing"
            self.skipTest(f"pyright does not start: {said.splitlines()[-1]}")
        report = json.loads(done.stdout)
        self.assertEqual(report["summary"]["filesAnalyzed"], len(files))
        errors = [f"{found['file']}:{found['range']['start']['line'] + 1}: {found['message']}"
                  for found in report["generalDiagnostics"] if found["severity"] == "error"
                  and (found.get("rule") != "reportMissingImports" or "gelsim" in found["message"])]
        self.assertEqual(errors, [])
