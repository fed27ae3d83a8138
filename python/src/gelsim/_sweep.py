"""Sweeps: many variants of a scene, a row each, on any engine that maps a function over a list."""
import functools
import itertools
import os

from .errors import Error
from .scene import Scene


def grid(values):
    """All combinations of {path: [values]}: a list of {path: value}, the last path varies fastest."""
    return [dict(zip(values, combination)) for combination in itertools.product(*values.values())]


def run_variant(variant, path, frames=None, backend="auto"):
    """Steps one variant of a scene: {path: value, probe: its last value, "hash", "backend", "error"}."""
    row = {**variant, "hash": None, "backend": None, "error": None}
    try:
        result = Scene(path, set=variant).run(frames, backend, progress=False)
    except Error as error:
        return {**row, "error": str(error)}
    probes = {probe.name: float(value) for probe, value in zip(result.probes, result.values[-1])}
    return {**row, **probes, "hash": f"{result.hash:016x}", "backend": result.backend}


def sweep(path, variants, map=map, frames=None, backend="auto"):
    """Steps variants of a scene, {path: value} each, and returns a row for each in their order. A variant that fails is a row.

    `map` is the engine, which may run rows in other processes or on other machines:

        concurrent.futures:  pool.map
        joblib:              lambda f, rows: Parallel(n_jobs=4)(delayed(f)(row) for row in rows)
        dask.distributed:    lambda f, rows: client.gather(client.map(f, rows))
        Ray:                 lambda f, rows: ray.get(list(map(ray.remote(lambda row: f(row)).remote, rows)))
    """
    run = functools.partial(run_variant, path=os.path.abspath(path), frames=frames, backend=backend)
    return list(map(run, list(variants)))
