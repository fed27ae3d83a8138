#!/usr/bin/env python3
"""Runs the tests of gelsim, all or those with PART in their names.

usage: run.py PACKAGE_FOLDER [PART...]      PACKAGE_FOLDER is that above gelsim: build/release/python
"""
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True


def main():
    folder = pathlib.Path(__file__).parent
    try:
        import numpy  # noqa: F401
    except ImportError:
        os.execv(folder.parent / "support/skip.sh", ["skip.sh", "python3-numpy is not installed"])
    sys.path.insert(0, sys.argv[1])
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{part}*" for part in sys.argv[2:]] or None
    result = unittest.TextTestRunner(verbosity=2).run(loader.discover(str(folder)))
    if result.testsRun == 0:
        print("no test has such a name")
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
