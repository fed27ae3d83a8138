"""Drops a soft cube and reads its positions each frame, in Gel, MuJoCo and Newton: lines of code, and milliseconds.

usage: bench_peers_cube.py

Each function is what a user writes: a cube of 0.25 m, 216 vertices, 100 kPa and 1000 kg/m^3 falls to the ground. The
engines step frame by frame in turns, on the processor. Needs gelsim on the path, mujoco and newton.
"""
import inspect
import time

import numpy as np

FRAMES = 120


def gel():
    import gelsim
    world = gelsim.World(ground=True)
    cube = world.add(gelsim.TetMesh.box((0.25, 0.25, 0.25), (5, 5, 5)), position=(0, 0.5, 0), young_modulus=1e5)
    while True:
        world.step()
        yield cube.positions


def mujoco():
    import mujoco
    model = mujoco.MjModel.from_xml_string("""
        <mujoco>
          <option timestep="0.00555556" integrator="discrete" solver="CG"/>
          <size memory="100M"/>
          <worldbody>
            <geom type="plane" size="9 9 1"/>
            <flexcomp name="cube" type="grid" dim="3" count="6 6 6" spacing="0.05 0.05 0.05" pos="0 0 0.5"
                mass="15.625" radius="0.001">
              <elasticity young="1e5" poisson="0.4" damping="0.02"/>
              <contact selfcollide="none"/>
            </flexcomp>
          </worldbody>
        </mujoco>""")
    data = mujoco.MjData(model)
    while True:
        mujoco.mj_step(model, data, nstep=3)
        yield data.flexvert_xpos.copy()


def newton():
    import newton
    import warp
    builder = newton.ModelBuilder()
    builder.add_ground_plane()
    builder.add_soft_grid(pos=warp.vec3(0, 0, 0.375), rot=warp.quat_identity(), vel=warp.vec3(0, 0, 0), density=1000.0,
                          dim_x=5, dim_y=5, dim_z=5, cell_x=0.05, cell_y=0.05, cell_z=0.05,
                          k_mu=35714.0, k_lambda=142857.0, k_damp=300.0, particle_radius=0.005)
    builder.color()
    model = builder.finalize(device="cpu")
    model.soft_contact_ke = 1e5
    solver = newton.solvers.SolverVBD(model, iterations=10, particle_enable_tile_solve=False)
    pipeline = newton.CollisionPipeline(model)
    contacts, control = pipeline.contacts(), model.control()
    state, following = model.state(), model.state()
    while True:
        for _ in range(10):
            state.clear_forces()
            pipeline.collide(state, contacts)
            solver.step(state, following, control, contacts, 1 / 600)
            state, following = following, state
        yield state.particle_q.numpy().copy()


def lines_of(function):
    return sum(bool(line.strip()) for line in inspect.getsource(function).splitlines()[1:])


def main():
    rows = [(function, function(), []) for function in (gel, mujoco, newton)]
    starts = []
    for _, positions, _ in rows:  # imports, loads and builds kernels
        start = time.perf_counter()
        next(positions)
        starts.append(time.perf_counter() - start)
    for _ in range(FRAMES):
        for _, positions, times in rows:
            start = time.perf_counter()
            found = next(positions)
            times.append(1000 * (time.perf_counter() - start))
    for (function, positions, times), start in zip(rows, starts):
        found = next(positions)
        up = 1 if function is gel else 2
        print(f"{function.__name__:8} {lines_of(function):3} lines, first frame after {start:6.2f} s, "
              f"least {min(times):8.3f} ms, median {np.median(times):8.3f} ms, {len(found)} vertices, "
              f"lowest {1000 * found[:, up].min():+.2f} mm, highest {found[:, up].max():.4f} m")


if __name__ == "__main__":
    main()
