"""A clamped beam in Gel, MuJoCo and Newton: how far is its sag from the engine's own rest, for how many milliseconds?

usage: bench_peers_beam.py [SECONDS]    SECONDS, 60 by default: the time that each setting of an engine may take

All engines have the same mesh, and step it frame by frame in turns, on the processor. Their materials and masses
differ a little, so each is compared with the rest of its own. Needs gelsim on the path, scipy, mujoco and newton.
MuJoCo writes its warnings to the current folder.
"""
import dataclasses
import sys
import time

import numpy as np

import gelsim
import static_solution

FRAME, FRAME_COUNT, DENSITY, POISSON, DAMPING = 1 / 60, 120, 1000.0, 0.3, 8.0


@dataclasses.dataclass
class Problem:
    """A solid of tets, of which the vertices `pins` do not move."""
    mesh: gelsim.TetMesh
    young: float
    pins: np.ndarray

    def __post_init__(self):
        self.positions, self.tets = np.array(self.mesh.positions, float), np.array(self.mesh.tets)
        volumes, _ = static_solution.shape_of(self.positions, self.tets)
        self.mass = DENSITY * volumes.sum()
        self.masses = np.bincount(self.tets.ravel(), np.repeat(DENSITY * volumes / 4, 4))


class Gel:
    material = staticmethod(static_solution.neo_hookean)

    def __init__(self, problem, solver, backend, substeps, steps=1):
        self.name = f"Gel {solver}, {backend}, {steps * substeps} substeps"
        self.steps = steps
        self.world = gelsim.World(backend, substep_count=substeps, contact=False, solver=solver)
        self.body = self.world.add(problem.mesh, model="neoHookean", young_modulus=problem.young, density=DENSITY,
                                   poisson_ratio=POISSON, damping=DAMPING)
        self.body.pin(problem.pins)
        self.masses = problem.masses
        self.world.prepare(FRAME / steps)

    def step(self):
        self.world.step(FRAME / self.steps, self.steps)
        self.world.finish()

    def positions(self):
        return self.body.positions

    def damp(self):
        pass  # a setting of the material


class MuJoCo:
    material = staticmethod(static_solution.saint_venant)

    def __init__(self, problem, solver, steps, iterations):
        import mujoco
        self.name = f"MuJoCo {mujoco.__version__}, {solver}, {steps} steps, at most {iterations} iterations"
        self.steps, self.advance = steps, mujoco.mj_step
        self.model = mujoco.MjModel.from_xml_string(f"""<mujoco>
            <option gravity="0 -9.81 0" timestep="{FRAME / steps}" integrator="discrete"
                solver="{solver}" iterations="{iterations}"/>
            <size memory="200M"/>
            <worldbody>
              <flexcomp name="body" type="direct" dim="3" mass="{problem.mass}" radius="0.001"
                  point="{words(problem.positions)}" element="{words(problem.tets)}">
                <elasticity young="{problem.young}" poisson="{POISSON}"/>
                <contact selfcollide="none" contype="0" conaffinity="0"/>
                <pin id="{words(problem.pins)}"/>
              </flexcomp>
            </worldbody></mujoco>""")
        self.data = mujoco.MjData(self.model)
        mujoco.mj_forward(self.model, self.data)
        self.masses = np.full(len(problem.positions), problem.mass / len(problem.positions))

    def step(self):
        for _ in range(self.steps):
            self.advance(self.model, self.data)

    def positions(self):
        return self.data.flexvert_xpos.copy()

    def damp(self):
        self.data.qvel *= np.exp(-DAMPING * FRAME)


class Newton:
    material = staticmethod(static_solution.neo_hookean)

    def __init__(self, problem, steps, iterations):
        import newton
        import warp
        warp.config.quiet = True
        self.name = f"Newton {newton.__version__}, VBD, {steps} steps of {iterations} iterations"
        self.steps = steps
        builder = newton.ModelBuilder(up_axis="Y", gravity=(0, -9.81, 0))
        mu, first = static_solution.lame(problem.young, POISSON)
        builder.add_soft_mesh(pos=(0, 0, 0), rot=warp.quat_identity(), scale=1.0, vel=(0, 0, 0), density=DENSITY,
                              vertices=[tuple(map(float, place)) for place in problem.positions],
                              indices=problem.tets.ravel().tolist(), k_mu=mu, k_lambda=first, k_damp=0.0,
                              add_surface_mesh_edges=False)
        for pin in problem.pins:
            builder.particle_mass[pin] = 0.0
        builder.color()
        self.model = builder.finalize(device="cpu")
        self.solver = newton.solvers.SolverVBD(self.model, iterations=iterations, particle_enable_tile_solve=False)
        self.control = self.model.control()
        self.now, self.next = self.model.state(), self.model.state()
        self.solver.step(self.next, self.model.state(), self.control, None, 1e-9)  # builds its kernels
        self.masses = problem.masses

    def step(self):
        for _ in range(self.steps):
            self.now.clear_forces()
            self.solver.step(self.now, self.next, self.control, None, FRAME / self.steps)
            self.now, self.next = self.next, self.now

    def positions(self):
        return self.now.particle_q.numpy().copy()

    def damp(self):
        self.now.particle_qd.assign(self.now.particle_qd.numpy() * np.float32(np.exp(-DAMPING * FRAME)))


def words(numbers):
    return " ".join(map(str, np.asarray(numbers).ravel().tolist()))


def step_in_turns(engines, seconds):
    """Milliseconds of each frame of each engine. An engine whose `seconds` are over steps no more."""
    times = [[] for _ in engines]
    for _ in range(FRAME_COUNT):
        for engine, mine in zip(engines, times):
            if sum(mine) < 1000 * seconds:
                start = time.perf_counter()
                engine.step()
                mine.append(1000 * (time.perf_counter() - start))
                engine.damp()
    return times


def ladder(problem):
    """The engines with settings from cheap to dear."""
    stiff = problem.young > 1e8
    doubles = ((1000,), (750, 2), (1000, 3), (1000, 4)) if stiff else ((100,), (200,), (300,))
    yield from (Gel(problem, "twoLevel", "native", substeps) for substeps in (1, 2, 4))
    yield from (Gel(problem, "xpbd", "native", substeps) for substeps in (10, 30, 100, 300, 1000))
    yield from (Gel(problem, "xpbd", "double", *setting) for setting in doubles)
    yield from (MuJoCo(problem, "CG", 1, iterations) for iterations in (10, 30, 50, 100))
    yield MuJoCo(problem, "Newton", 1, 100)
    yield from (Newton(problem, *setting) for setting in ((1, 10), (1, 100), (10, 10), (100, 1), (100, 10), (1000, 1)))


def report(problem, along, engines, times):
    """Prints a row per engine and setting, and the cheapest setting that is near enough to the engine's own rest."""
    rests, enough = {}, {}
    print(f"{problem.young:.0e} Pa, {len(problem.tets)} tets, after 2 s\n"
          f"{'':58} least, median ms    sag mm   its rest   error")
    for engine, mine in zip(engines, times):
        kind = engine.name.split(",")[0]
        if kind not in rests:
            rests[kind] = static_solution.solve(engine.material, problem.positions, problem.tets, engine.masses,
                                                problem.pins, problem.young, POISSON)
        sag, rest = (1000 * (problem.positions - places)[along > 0.999, 1].mean()
                     for places in (engine.positions(), rests[kind]))
        early = "" if len(mine) == FRAME_COUNT else f", stopped after {len(mine) * FRAME:.2f} s"
        print(f"{engine.name:58} {min(mine):8.3f} {np.median(mine):8.3f} {sag:10.3f} {rest:10.3f} "
              f"{100 * (sag / rest - 1):+8.2f} %{early}")
        for share in (0.05, 0.01):
            if abs(sag / rest - 1) <= share:
                enough[kind, share] = min(enough.get((kind, share), (np.inf, "")), (min(mine), engine.name))
    for kind in rests:
        for share in (0.05, 0.01):
            least, name = enough.get((kind, share), (np.nan, "no setting"))
            print(f"{kind} within {100 * share:.0f} %: {least:.3f} ms with {name}", flush=True)


def compare_beams(seconds):
    mesh = gelsim.TetMesh.box((2, 0.2, 0.2), (40, 4, 4))
    along = np.array(mesh.positions)[:, 0]
    for young in (1e9, 1e7):
        problem = Problem(mesh, young, np.flatnonzero(along < -0.999))
        engines = list(ladder(problem))
        report(problem, along, engines, step_in_turns(engines, seconds))


if __name__ == "__main__":
    compare_beams(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
