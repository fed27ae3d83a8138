"""Threads, processes, the end of the interpreter, memory."""
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest

import gelsim
from support import BACKENDS, BUILD, PACKAGE, ROOT, Test, falling_box, run_python

DEVICE = "native" if "native" in BACKENDS else BACKENDS[-1]


def state_of(mesh, frames=20):
    world = gelsim.World("reference", ground=True)
    world.add(mesh, position=(0, 0.4, 0))
    world.run(frames)
    return world.hash()


class Processes(Test):
    def test_two_worlds_in_two_threads_give_their_bits(self):
        meshes = [gelsim.TetMesh.sphere(0.3, 5), gelsim.TetMesh.box((0.3,) * 3, (3, 3, 3))]
        expected = [state_of(mesh) for mesh in meshes]
        found = [None, None]
        threads = [threading.Thread(target=lambda i=i: found.__setitem__(i, state_of(meshes[i]))) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, expected)

    def test_other_threads_run_while_a_step_does(self):
        world = gelsim.World("reference", substep_count=20)
        world.add(gelsim.TetMesh.box((1, 1, 1), (14, 14, 14)))
        world.step()
        inside, counted, done = threading.Event(), [0], threading.Event()

        def count():
            inside.wait()
            while not done.is_set():
                counted[0] += 1
        thread = threading.Thread(target=count)
        thread.start()
        inside.set()
        before = counted[0]
        gelsim._c.gelWorld_Step(world.c, 1 / 60)  # a single call of C
        after = counted[0]
        done.set()
        thread.join()
        self.assertGreater(after - before, 100)

    def test_meshes_and_scenes_travel_to_spawned_processes(self):
        mesh = gelsim.TetMesh.sphere(0.3, 4)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertEqual(pool.apply(state_of, (mesh, 5)), state_of(mesh, 5))

    def test_worlds_and_bodies_refuse_to_be_pickled(self):
        world, body = falling_box()
        self.fails(TypeError, "pickle the Scene", pickle.dumps, world)
        self.fails(TypeError, "cannot be pickled", pickle.dumps, body)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_forked_child_is_refused_what_its_parent_opened(self):
        code, output, errors = run_python("""
import os, sys, warnings
import gelsim
warnings.simplefilter("ignore")  # Python 3.12 warns of forks in processes with threads
device = gelsim.World(sys.argv[1])
body = device.add(gelsim.TetMesh.box())
device.step()
view = device.view()
child = os.fork()
if child == 0:
    for action in (device.step, lambda: body.positions, lambda: gelsim.World(sys.argv[1]), view.update, gelsim.devices):
        try:
            action()
            print("no error")
        except (gelsim.InvalidHandle, gelsim.DeviceError) as error:
            print(type(error).__name__, "spawn" in str(error))
    world = gelsim.World("reference")
    world.add(gelsim.TetMesh.box())
    world.step()
    print("reference steps")
    sys.exit(0)
os.waitpid(child, 0)
device.step()
print("parent steps")
""", DEVICE)
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(output.split("\n")[:-1], ["InvalidHandle True", "InvalidHandle True", "DeviceError True",
                                                   "InvalidHandle True", "DeviceError True", "reference steps", "parent steps"])

    def test_everything_may_be_released_in_any_order_and_at_exit(self):
        for order in ("world, body, view, snapshot, recording, bake, scene", "scene, world, bake, recording, snapshot, view, body",
                      "view, bake, world, scene, snapshot, body, recording"):
            code, output, errors = run_python(f"""
import gc, sys, tempfile
import gelsim
folder = tempfile.mkdtemp()
scene = gelsim.Scene.from_text('{{"bodies": [{{"shape": {{"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}}}]}}')
world = scene.world(sys.argv[1])
recording, view, snapshot = gelsim.Recording(scene, world), world.view(), world.snapshot()
body = world.bodies[0]
bake = gelsim.Bake(world, folder + "/a.pc2", 3)
bake.write()
world.myself = world
if len(sys.argv) > 2:
    del {order}
    gc.collect()
else:
    world.close()
print("end")
""", DEVICE, "delete")
            self.assertEqual((code, output, errors), (0, "end\n", ""), order)
        code, output, errors = run_python("""
import sys, gelsim
world = gelsim.World(sys.argv[1])
body = world.add(gelsim.TetMesh.box())
world.step()
view, snapshot = world.view(), world.snapshot()
cycle = [world, view]
cycle.append(cycle)
print("end")
""", DEVICE)
        self.assertEqual((code, output, errors), (0, "end\n", ""))

    def test_the_installed_package_is_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "--install", BUILD, "--component", "gelsim", "--prefix", folder], check=True,
                           capture_output=True)
            done = subprocess.run([sys.executable, ROOT / "python/examples/ten_lines.py", "reference"], capture_output=True,
                                  text=True, env={**os.environ, "PYTHONPATH": folder})
            self.assertEqual((done.stdout.splitlines()[-1], done.stderr), ("state 36f1e458d96ca4f6", ""))
            self.assertEqual({file.name for file in PACKAGE.iterdir() if file.is_file()}, set(os.listdir(f"{folder}/gelsim")) - {"__pycache__"})

    @unittest.skipUnless(os.path.exists("/proc/self/statm"), "the memory of a process is not known here")
    def test_a_world_steps_for_long_without_growing(self):
        # GEL_FRAMES=216000 in the environment makes it an hour of simulated time, on every back end.
        frames = int(os.environ.get("GEL_FRAMES", 2000))
        for backend in BACKENDS if "GEL_FRAMES" in os.environ else [DEVICE]:
            code, output, errors = run_python("""
import resource, sys
import gelsim
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024
world = gelsim.World(sys.argv[1], ground=True, substep_count=4)
body = world.add(gelsim.TetMesh.box((0.2, 0.2, 0.2)), position=(0, 0.3, 0))
world.add(gelsim.Surface.sheet((0.2, 0.2), (2, 2)), position=(0, 0.6, 0))
view = world.view()
def use(frames):
    for _ in range(frames):
        world.step()
        body.positions, view.update(), world.contacts()
        body.velocities = body.velocities
    return resident()
before = use(500)
print(use(int(sys.argv[2])) - before)
""", backend, frames, timeout=3600)
            self.assertEqual((code, errors), (0, ""))
            print(f"{int(output):+d} KiB in {frames} frames on {backend}")
            self.assertLess(int(output), 256)

    def test_nothing_leaks(self):
        code, output, errors = run_python("""
import ctypes, gc
import gelsim
from gelsim import _c
libc = ctypes.CDLL(None)
libc.realloc.argtypes, libc.realloc.restype = [ctypes.c_void_p, ctypes.c_size_t], ctypes.c_void_p
libc.free.argtypes, libc.free.restype = [ctypes.c_void_p], None
living = set()
def resize(block, size):
    found = libc.realloc(block, size)
    living.discard(block)
    living.add(found)
    return found
def release(block):
    living.discard(block)
    libc.free(block)
kept = _c.gelResizeFunction(resize), _c.gelFreeFunction(release)
_c.gelSetAllocator(*kept)
def use():
    surface = gelsim.Surface.sphere(0.3, 1)
    mesh, embedding, _ = surface.fill(100, threads=1)
    world = gelsim.World("reference", ground=True)
    body = world.add(mesh, skin=(surface, embedding), position=(0, 1, 0))
    world.add(gelsim.Surface.sheet()), world.add(gelsim.LineMesh.straight())
    world.run(3)
    view, snapshot, clone = world.view(), world.snapshot(), world.clone("reference")
    world.load_bytes(world.save_bytes())
    body.triangles, mesh.surface(), world.contacts(), body.strains(), body.skin_positions
    try:
        world.add(mesh, young_modulus=-1)
    except gelsim.InvalidArgument:
        pass
use()
gc.collect()
print(len(living))
use()
gc.collect()
print(len(living))
""")
        self.assertEqual((code, errors), (0, ""))
        first, second = map(int, output.split())
        self.assertEqual(second, first)
