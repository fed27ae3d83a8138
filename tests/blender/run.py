"""Runs the tests of the add-on within Blender, all or those with PART in their names.

usage: blender -b --factory-startup --python-exit-code 1 -P run.py -- PACKAGE_FOLDER GEL SCRATCH [PART...]
       python run.py -- PACKAGE_FOLDER GEL SCRATCH [PART...]      with the module bpy, which is Blender without a window
"""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
package, gel, scratch, *parts = sys.argv[sys.argv.index("--") + 1:]
here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [package, str(here.parents[1] / "blender"), str(here)]
import stage  # noqa: E402

stage.GEL, stage.SCRATCH = gel, pathlib.Path(scratch)
loader = unittest.TestLoader()
loader.testNamePatterns = [f"*{part}*" for part in parts] or None
result = unittest.TextTestRunner(verbosity=2, stream=sys.stdout).run(loader.discover(str(here)))
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
