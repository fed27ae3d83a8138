"""Loads the library of C, raises its errors, and passes its messages to `logging`."""
import atexit
import ctypes
import logging
import os
import pathlib
import sys

from . import errors

log = logging.getLogger("gelsim")


def find():
    """The path of the library: GELSIM_LIBRARY, or the file beside this one."""
    name = {"win32": "gel.dll", "darwin": "libgel.dylib"}.get(sys.platform, "libgel.so")
    beside = pathlib.Path(__file__).parent / name
    return os.environ.get("GELSIM_LIBRARY") or str(beside)


try:
    library = ctypes.CDLL(find())  # its calls let other threads run
except OSError as error:
    raise ImportError(f"gelsim: expected Gel's library, which cannot be loaded: {error}. Install the package again, or "
                      "set GELSIM_LIBRARY to the path of the library") from error
library.gelLastError.restype = ctypes.c_char_p
_last_error = library.gelLastError


def check(status, _function, _arguments):
    """Raises the exception of a status that is not success."""
    if status != 0:
        kind = errors.CLASSES[status - 1] if status <= len(errors.CLASSES) else errors.Error
        error = kind(_last_error().decode("utf-8", "replace"))
        error.status = status
        raise error


def bind(name, result, arguments, is_status, doc):
    function = getattr(library, name)
    function.argtypes, function.restype, function.__doc__ = arguments, result, doc
    if is_status:
        function.errcheck = check
    return function


_LEVELS = (logging.INFO, logging.WARNING, logging.ERROR)
_LogFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)


@_LogFunction
def _pass_on(_context, level, text):
    log.log(_LEVELS[level], "%s", text.decode("utf-8", "replace"))


library.gelSetLogFunction(_pass_on, None)
atexit.register(library.gelSetLogFunction, _LogFunction(), None)  # after this no thread of C may call Python
