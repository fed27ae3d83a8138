"""Exceptions: one class per status code of C, each also the built-in exception that is nearest."""


class Error(Exception):
    """A failed call of Gel. `status` is the status code of C, a gelStatus."""
    status = 0


class InvalidArgument(Error, ValueError):
    """An argument is out of its range, infinite or not a number."""


class InvalidHandle(Error, LookupError):
    """The handle does not name a living object: a closed world, a destroyed body."""


class OutOfMemory(Error, MemoryError):
    """Memory ran out."""


class FileError(Error, OSError):
    """A file cannot be opened, read or written."""


class FormatError(Error, ValueError):
    """The content of a file is not what its format asks for."""


class Unsupported(Error, NotImplementedError):
    """The request is understood but not supported."""


class NoDevice(Error):
    """There is no such OpenCL device."""


class DeviceError(Error, RuntimeError):
    """An OpenCL call failed."""


class InexactDevice(Error):
    """The device does not compute the reference's bits."""


class StepTooSmall(Error, ArithmeticError):
    """An integrator would need a smaller step than it takes to hold its error limit."""


# In the order of GEL_STATUS_LIST, without success; a test compares them.
CLASSES = (InvalidArgument, InvalidHandle, OutOfMemory, FileError, FormatError, Unsupported, NoDevice, DeviceError,
           InexactDevice, StepTooSmall)
