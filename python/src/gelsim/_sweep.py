"""Sweeps: many variants of a scene, a row each, on any engine that maps a function over a list."""
import functools
import itertools
import logging
import os
import threading

from ._library import log
from .errors import Error
from .scene import Scene


def grid(values):
    """All combinations of {path: [values]}: a list of {path: value}, the last path varies fastest."""
    for path, found in values.items():
        if isinstance(found, str) or not hasattr(found, "__iter__"):
            raise TypeError(f"{path}: expected a list of values, found {found!r}")
    return [dict(zip(values, combination)) for combination in itertools.product(*values.values())]


class _Warnings(logging.Filter):
    """While it lasts, it takes the warnings of this thread out of the log, so that they belong to their row."""

    def __enter__(self):
        self.texts, self._thread = [], threading.get_ident()
        log.addFilter(self)
        return self

    def __exit__(self, *_):
        log.removeFilter(self)

    def filter(self, record):
        is_taken = record.thread == self._thread and record.levelno == logging.WARNING
        if is_taken:
            self.texts.append(record.getMessage())
        return not is_taken


def run_variant(variant, path, frames=None, backend="auto"):
    """Steps one variant of a scene: {path: value, probe: its last value, "hash", "backend", "warnings", "error"}."""
    row = {**variant, "hash": None, "backend": None, "warnings": None, "error": None}
    with _Warnings() as warnings:
        try:
            result = Scene(path, set=variant).run(frames, backend, progress=False)
            row.update({probe.name: float(value) for probe, value in zip(result.probes, result.values[-1])})
            row.update(hash=f"{result.hash:016x}", backend=result.backend)
        except Error as error:
            row["error"] = str(error)
    row["warnings"] = "\n".join(warnings.texts) or None
    return row


def sweep(path, variants, map=map, frames=None, backend="auto"):
    """Steps variants of a scene, {path: value} each, and returns a row for each in their order.

    A variant that fails is a row with an "error". `map` is the engine, which may run rows in other processes or on
    other machines:

        concurrent.futures:  pool.map
        joblib:              lambda f, rows: Parallel(n_jobs=4)(delayed(f)(row) for row in rows)
        dask.distributed:    lambda f, rows: client.gather(client.map(f, rows))
        Ray:                 lambda f, rows: ray.get(list(map(ray.remote(lambda row: f(row)).remote, rows)))
    """
    run = functools.partial(run_variant, path=os.path.abspath(path), frames=frames, backend=backend)
    return list(map(run, list(variants)))
