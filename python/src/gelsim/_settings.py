"""Settings: name, unit, range, default and help of every keyword argument, from the library's own table."""
import ctypes
import dataclasses
import difflib
import functools

import numpy as np

from . import _c
from ._arrays import ref, snake, text
from .errors import InvalidArgument

GROUPS = {"world": _c.gel_worldSettings, "program": _c.gel_programSettings, "material": _c.gel_materialSettings,
          "body": _c.gel_bodySettings, "obstacle": _c.gel_obstacleSettings, "field": _c.gel_fieldSettings}
_TYPES = ("number", "whole", "switch", "vector", "choice")


@dataclasses.dataclass(frozen=True)
class Setting:
    """One keyword argument. `minimum` and `maximum` of a vector hold for each of its components."""
    name: str
    type: str  # number, whole, switch, vector or choice
    unit: str
    help: str
    default: object
    minimum: float
    maximum: float
    excludes_minimum: bool
    excludes_maximum: bool
    choices: tuple
    key: str  # in scene files; "": none

    def __str__(self):
        if self.choices:
            allowed = ", ".join(self.choices)
        elif self.type == "switch":
            allowed = "True or False"
        else:
            allowed = (f"{'above' if self.excludes_minimum else 'from'} {self.minimum:g} "
                       f"{'to below' if self.excludes_maximum else 'to'} {self.maximum:g}")
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.name}: {self.help} Allowed: {allowed}{unit}. Default: {self.default}."


@functools.lru_cache(maxsize=None)
def rows(group):
    """The rows of C by keyword."""
    if group not in GROUPS:
        raise InvalidArgument(f"group: expected one of {', '.join(GROUPS)}, found {group!r}")
    count = ctypes.c_int()
    found = _c.gelGetSettings(GROUPS[group], ref(count))
    return {snake(text(found[i].name)): found[i] for i in range(count.value)}


def _choices(row):
    found = []
    while row.choices and row.choices[len(found)]:
        found.append(text(row.choices[len(found)]))
    return tuple(found)


def _value(row, numbers):
    if row.valueType == _c.gel_settingVector:
        return tuple(numbers)
    if row.valueType == _c.gel_settingChoice:
        return _choices(row)[int(numbers[0])]
    return {_c.gel_settingSwitch: bool, _c.gel_settingWhole: int}.get(row.valueType, float)(numbers[0])


@functools.lru_cache(maxsize=None)
def settings(group):
    """Settings of "world", "program", "material", "body", "obstacle" or "field", by keyword.

        print(*gelsim.settings("material").values(), sep="\\n")
    """
    return {name: Setting(name, _TYPES[row.valueType], text(row.unit), text(row.help), _value(row, row.usual),
                          row.range.min, row.range.max, row.range.aboveMin, row.range.belowMax, _choices(row),
                          text(row.key))
            for name, row in rows(group).items()}


def _numbers(name, row, value):
    if row.valueType == _c.gel_settingChoice and isinstance(value, str):
        choices = _choices(row)
        if value not in choices:
            raise InvalidArgument(f"{name}: expected one of {', '.join(choices)}, found {value!r}")
        value = choices.index(value)
    expected = 3 if row.valueType == _c.gel_settingVector else 1
    try:
        values = np.asarray(value, float).reshape(-1) if value is not None else ()
    except (TypeError, ValueError):
        values = ()
    if len(values) != expected:
        raise InvalidArgument(f"{name}: expected {expected} number{'s' * (expected > 1)}, found {value!r}")
    if row.valueType == _c.gel_settingWhole and not float(values[0]).is_integer():
        raise InvalidArgument(f"{name}: expected a whole number, found {value!r}")
    return (ctypes.c_double * 3)(*values)


def take(group, struct, given):
    """Writes those of the keywords that are settings of `group` to a struct, and removes them from `given`."""
    for name in [name for name in given if name in rows(group)]:
        row = rows(group)[name]
        _c.gelWriteSetting(ref(row), ref(struct), _numbers(name, row, given.pop(name)))


def read(group, struct):
    """The values of all settings of a group in a struct, by keyword."""
    numbers = (ctypes.c_double * 3)()
    found = {}
    for name, row in rows(group).items():
        _c.gelReadSetting(ref(row), ref(struct), numbers)
        found[name] = _value(row, numbers)
    return found


def refuse(given, *groups, more=()):
    """Raises a TypeError for keywords that are no settings, with those that there are."""
    if given:
        known = sorted([*(name for group in groups for name in rows(group)), *more])
        near = [found for name in given for found in difflib.get_close_matches(snake(name), known, 1)]
        meant = f"did you mean {', '.join(near)}? There" if near else "there"
        raise TypeError(f"no such setting: {', '.join(given)}; {meant} are {', '.join(known)}")
