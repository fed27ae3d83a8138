#!/usr/bin/env python3
"""Variants of a scene per second: gelsim.sweep in one process and on dask, and gel sweep as an array of jobs.

usage: bench_sweep.py PACKAGE_FOLDER GEL [VARIANTS]      such as build/release/python build/release/host/cli/gel

The rows of all engines must have the same hashes. dask.distributed is left out if it is not installed.
"""
import csv
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

WORKERS, PARTS = 2, 4
MODULUS = "bodies[0].material.youngModulus"
SCENE = {
    "bodies": [{"name": "beam", "shape": {"type": "beam", "size": [1, 0.2, 0.2], "cells": [10, 2, 2]},
                "position": [0, 1, 0], "pins": [{"box": {"lower": [-0.6, 0, -1], "upper": [-0.49, 2, 1]}}]}],
    "probes": [{"name": "tip", "body": "beam", "box": {"lower": [0.49, 0, -1], "upper": [0.6, 2, 1]},
                "measure": "displacement.y"}],
}


def in_one_process(gelsim, scene, variants):
    return gelsim.sweep(scene, variants, frames=60, backend="native")


def on_dask(gelsim, scene, variants):
    from dask.distributed import Client, LocalCluster
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster, \
            Client(cluster) as client:
        return gelsim.sweep(scene, variants, lambda run, rows: client.gather(client.map(run, rows)), frames=60,
                            backend="native")


def as_an_array(gel, scene, variants):
    """As a cluster runs an array of jobs: a command per part, as many at a time as there are workers, then a join."""
    rows, table = scene.with_name("rows.csv"), scene.with_name("table.csv")
    with rows.open("w", newline="") as file:
        csv.writer(file).writerows([list(variants[0]), *(variant.values() for variant in variants)])
    command = [gel, "sweep", scene, "--rows", rows, "--csv", table, "--frames", "60", "--backend", "native", "--quiet"]
    for first in range(1, PARTS + 1, WORKERS):
        parts = [subprocess.Popen([*command, "--part", f"{part}/{PARTS}"], stdout=subprocess.DEVNULL)
                 for part in range(first, min(first + WORKERS, PARTS + 1))]
        for part in parts:
            if part.wait() != 0:
                sys.exit(f"{' '.join(map(str, part.args))}: exit code {part.returncode}")
    subprocess.run([*command, "--join", str(PARTS)], check=True, stdout=subprocess.DEVNULL)
    with table.open(newline="") as file:
        return list(csv.DictReader(file))


def processor_seconds():
    """Of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(name, run, count):
    start, used = time.perf_counter(), processor_seconds()
    rows = run()
    seconds, used = time.perf_counter() - start, processor_seconds() - used
    print(f"{name:36} {seconds:8.1f} s {count / seconds:8.1f} rows/s "
          f"{1e3 * used / count:8.1f} ms of processors per row", flush=True)
    return [row["hash"] for row in rows]


def main():
    given = sys.argv[3] if len(sys.argv) == 4 else "1000"
    if len(sys.argv) not in (3, 4) or not given.isdecimal() or int(given) < 4:
        sys.exit("usage: bench_sweep.py PACKAGE_FOLDER GEL [VARIANTS]      VARIANTS: 4 or more, 1,000 by default")
    count = int(given)
    os.environ["GEL_NATIVE_THREADS"] = "1"
    sys.path.insert(0, sys.argv[1])
    os.environ["PYTHONPATH"] = sys.argv[1]  # of workers
    import gelsim
    modules = [float(f"{1e5 * 100 ** (i / (count / 4)):.6g}") for i in range(count // 4)]
    variants = gelsim.grid({MODULUS: modules, "substeps": [10, 20], "solver": ["xpbd", "twoLevel"]})
    with tempfile.TemporaryDirectory() as folder:
        scene = pathlib.Path(folder) / "beam.json"
        scene.write_text(json.dumps(SCENE))
        hashes = [measure("gelsim.sweep, one process", lambda: in_one_process(gelsim, scene, variants), len(variants))]
        try:
            hashes.append(measure(f"gelsim.sweep, dask, {WORKERS} workers", lambda: on_dask(gelsim, scene, variants),
                                  len(variants)))
        except ImportError:
            print("dask.distributed is not installed")
        hashes.append(measure(f"gel sweep, {PARTS} parts, {WORKERS} at a time",
                              lambda: as_an_array(sys.argv[2], scene, variants), len(variants)))
    is_equal = all(one == hashes[0] for one in hashes) and all(hashes[0])
    print(f"{len(variants)} rows, {'equal hashes' if is_equal else 'hashes DIFFER or are missing'}")
    return 0 if is_equal else 1


if __name__ == "__main__":
    sys.exit(main())
