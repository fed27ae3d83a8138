# SPDX-License-Identifier: GPL-3.0-or-later
"""The hand that pulls bodies while they are simulated. What it does is recorded by frames, and repeated by each simulation."""
import functools
import json

import numpy as np

STIFFNESS = 1e6  # 1/s^2: firm, whatever the mass
_VERTICES = 12  # so many neighbours are held, as a single vertex would be pulled out to a thorn
_HOLDS = {}  # by name of the scene: what the hand holds now


class Hold:
    """Vertices that the hand holds, their places beside it, and where it is."""

    def __init__(self, name, vertices, offsets, distance):
        self.name, self.vertices, self.offsets, self.distance = name, vertices, offsets, distance
        self.place, self.frames = None, {}

    def move(self, origin, direction):
        """Moves the hand to the place on a ray that is as far from the eye as it was."""
        self.place = np.array(origin) + self.distance * _unit(direction)

    def pulls(self):
        return [[self.name, vertex, place] for vertex, place in zip(self.vertices, (self.place + self.offsets).tolist())]


def _unit(direction):
    return np.array(direction) / np.linalg.norm(direction)


def take(scene, session, origin, direction):
    """Takes hold of what a ray hits, m. Returns the hold; None if it hits no soft body."""
    hit = session.world.cast_ray(tuple(origin), tuple(_unit(direction)))
    softs = [soft for soft in session.softs if hit is not None and soft.body == hit.body]
    if not softs:
        return None
    soft, place = softs[0], np.array(origin) + hit.distance * _unit(direction)
    distances = np.linalg.norm(soft.rest - soft.rest[hit.vertex], axis=1)
    vertices = np.argsort(distances, kind="stable")[:_VERTICES]
    hold = _HOLDS[scene.name] = Hold(soft.name, vertices.tolist(), soft.body.positions[vertices] - place, float(hit.distance))
    hold.move(origin, direction)
    return hold


def let_go(scene):
    """Ends a hold, and records it."""
    hold = _HOLDS.pop(scene.name, None)
    if hold is not None:
        frames = dict(_recorded(scene.gel.pulls))
        for frame, pulls in hold.frames.items():
            frames[frame] = _joined(frames.get(frame, []), pulls)
        scene.gel.pulls = json.dumps(frames)


def forget_holds():
    _HOLDS.clear()


def pulls_at(scene, frame):
    """[name, vertex, place] of each vertex that is pulled in a frame: those recorded, and those that the hand holds now."""
    hold, pulls = _HOLDS.get(scene.name), _recorded(scene.gel.pulls).get(str(frame), [])
    if hold is None:
        return pulls
    hold.frames[str(frame)] = hold.pulls()
    return _joined(pulls, hold.frames[str(frame)])


def _joined(pulls, new):
    taken = [pull[:2] for pull in new]
    return [pull for pull in pulls if pull[:2] not in taken] + new


@functools.lru_cache(maxsize=1)
def _recorded(text):
    return json.loads(text or "{}")
