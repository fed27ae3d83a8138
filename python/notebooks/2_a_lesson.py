# %% [markdown]
# # A lesson: how does the period of a pendulum depend on its size?
# A lesson is a scene with a question, a prediction and a measurement. Predict first, then simulate. Run this notebook in
# its folder of Gel's source tree, since it reads the scenes of assets/lessons.

# %%
import gelsim
import matplotlib.pyplot as plot
import numpy as np

scene = gelsim.lessons("../../assets/lessons")["Pendulum: gravity brings in length"]
print(scene.lesson.question)

# %%
prediction = 2.0  # s, yours

# %% [markdown]
# The scene's probes measure the velocities of both rods, in each frame.

# %%
result = scene.run()
for probe in result.probes:
    plot.plot(result.times, result[probe.name], label=probe.name)
plot.xlabel("time, s")
plot.ylabel("velocity to the right, m/s")
plot.legend()
plot.grid(True)
result

# %%
judged = gelsim.check_lesson(scene, prediction, result)
print(f"{prediction} s is {'right' if judged.is_right else 'wrong'}: the period is {judged.right:.3f} s.")
print(judged.answer)

# %% [markdown]
# Does it hold for other sizes? `set` replaces values of the scene. Each dot is a simulation. The line is a constant times
# the root of the size.

# %%
sizes = [1, 2, 3, 4]
periods = []
for size in sizes:
    centre = [2 + 0.08682409 * size, -0.49240388 * size, 0]  # The pin stays at x = 2 m
    changed = gelsim.Scene(scene.path, set={"bodies[1].scale": size, "bodies[1].position": centre})
    periods.append(changed.run().verdicts[1].measured)
constant = periods[0] / np.sqrt(sizes[0])
line = np.linspace(0, 4, 200)
plot.plot(sizes, periods, "o", label="measured")
plot.plot(line, constant * np.sqrt(line), label=f"{constant:.3f} s times the root")
plot.xlabel("length of the rod, m")
plot.ylabel("period, s")
plot.legend()
plot.grid(True)
