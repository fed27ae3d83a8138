"""Films of worlds, for notebooks and as .html files that need nothing but a browser."""
import base64
import html
import json
import pathlib
import zlib

import numpy as np

from ._arrays import progress_of
from .errors import InvalidArgument, Unsupported
from .meshes import Surface, _Mesh
from .scene import Recording, Scene
from .world import World

_PAGE = pathlib.Path(__file__).with_name("film.html")
VALUES = (None, "strain", "speed")


def _pack(array):
    return base64.b64encode(zlib.compress(array.tobytes(), 9)).decode()


class _Actor:
    """What a film shows of a body: its skin, or the vertices of its outside."""

    def __init__(self, body, values):
        self.body, self.values, kind = body, values, body.kind
        skin = body.skin_triangles if values is None else None
        self.is_skin = skin is not None and len(skin) > 0
        elements = skin if self.is_skin else body.elements if kind == "rope" else body.triangles
        self.used, numbers = np.unique(elements, return_inverse=True)
        self.elements = numbers.reshape(elements.shape)
        self.tets = body.elements if values == "strain" and kind == "solid" else None
        self.is_obstacle = kind == "obstacle"

    def places(self):
        return (self.body.skin_positions if self.is_skin else self.body.positions)[self.used]

    def shades(self):
        """A value per vertex; a strain is the mean over the tets of the vertex."""
        if self.values == "speed" and not self.is_obstacle:
            return np.linalg.norm(self.body.velocities, axis=1)[self.used]
        if self.tets is None:
            return np.zeros(len(self.used))
        corners, strains = self.tets.ravel(), np.abs(np.repeat(self.body.strains()[0], 4))
        sums, counts = np.bincount(corners, strains, len(self.body)), np.bincount(corners, minlength=len(self.body))
        return (sums / np.maximum(counts, 1))[self.used]


class Film:
    """Frames of all bodies of a world, which a page shows from all sides. `gelsim.show` makes one in a single call.

        film = gelsim.Film(world)
        world.run(120, each=film.add)
        film                            # at the end of a cell, it appears in the notebook
        film.save("jelly.html")         # the page holds all that it needs

    `values` colours the vertices by "strain" or "speed". Positions are rounded to 1/65535 of the film's extent. The
    film has the bodies that the world had when it was made. In a notebook it is HTML, no widget, so exported notebooks
    keep it.
    """

    def __init__(self, world, time_step=1 / 60, values=None, height=420):
        if values not in VALUES:
            raise InvalidArgument(f"values: expected None, 'strain' or 'speed', found {values!r}")
        self.time_step, self.values, self.height = time_step, values, height
        self._actors = [_Actor(body, values) for body in world.bodies]
        if not sum(len(actor.used) for actor in self._actors):
            raise InvalidArgument("the world has no body that could be shown: add one before the film")
        settings = world.settings
        ground = {name: settings[f"ground_{name}"] for name in ("normal", "offset")}
        self._ground = ground if settings["ground_enabled"] else None
        self._places, self._shades = [], []
        self.add()

    def add(self, *_):
        """Appends the current state as a frame. It can be the `each` of World.run and Scene.run."""
        self._places.append(np.concatenate([actor.places() for actor in self._actors]))
        if self.values is not None:
            self._shades.append(np.concatenate([actor.shades() for actor in self._actors]))

    def __len__(self):
        """The number of frames."""
        return len(self._places)

    def _elements(self, columns):
        first, found = 0, []
        for actor in self._actors:
            if actor.elements.shape[1] == columns:
                found.append(actor.elements.ravel() + first)
            first += len(actor.used)
        return np.concatenate([np.zeros(0, int), *found]).astype("<u4")

    def page(self, title="Film"):
        """The text of the .html file."""
        places = np.array(self._places)
        places = np.where(np.isfinite(places), places, 0)
        lower, upper = places.min((0, 1)), places.max((0, 1))
        scale = max(float((upper - lower).max()), 1e-9)
        steps = np.rint((places - lower) / scale * 65535).astype("<u2")
        steps[1:] -= steps[:-1].copy()  # modulo 65536: small differences compress well
        most = 0.0
        if self.values is None:
            colours = [0 if actor.is_obstacle else 1 + i % 7 for i, actor in enumerate(self._actors)]
            shades = np.repeat(colours, [len(actor.used) for actor in self._actors])
        else:
            shades = np.nan_to_num(np.array(self._shades))
            most = float(shades.max()) or 1.0
            shades = np.rint(shades * (255 / most))
        triangles, lines = self._elements(3), self._elements(2)
        film = {"frames": len(places), "vertices": places.shape[1], "seconds": self.time_step, "lower": lower.tolist(),
                "size": (upper - lower).tolist(), "scale": scale, "ground": self._ground, "name": self.values,
                "most": most, "corners": len(triangles), "lineEnds": len(lines), "places": _pack(steps),
                "shades": _pack(shades.astype(np.uint8)), "elements": _pack(np.concatenate([triangles, lines]))}
        page = _PAGE.read_text(encoding="utf-8")
        return page.replace("@TITLE@", html.escape(title)).replace("@FILM@", json.dumps(film))

    def save(self, path):
        """Writes an .html file."""
        if pathlib.Path(path).suffix not in (".html", ".htm"):
            raise Unsupported(f"{path}: expected a name ending in .html; for a video of a scene, "
                              "use gel view --headless --film")
        pathlib.Path(path).write_text(self.page(pathlib.Path(path).stem), encoding="utf-8")

    def _repr_html_(self):
        return (f'<iframe srcdoc="{html.escape(self.page())}" title="Film" loading="lazy" '
                f'style="width:100%;height:{self.height}px;border:0"></iframe>')


def show(what, frames=120, values=None, time_step=1 / 60, each=None, progress=None, **given):
    """A Film of a World or a Scene that it steps, or a still of a mesh or, with frames=0, of a world.

        gelsim.show(world)                                          # at the end of a cell of a notebook
        gelsim.show(gelsim.Scene("beam.json"), values="strain").save("beam.html")

    each(frame) is called after each step. Keywords are those of Scene.world.
    """
    if isinstance(what, _Mesh):
        world, frames = World("reference"), 0
        (world.add_obstacle if isinstance(what, Surface) else world.add)(what)
        step = None
    elif isinstance(what, Scene):
        world, time_step = what.world(**given), what.time_step
        step = Recording(what, world).step
    elif isinstance(what, World):
        world, step = what, lambda: what.step(time_step)
    else:
        raise TypeError(f"what: expected a World, a Scene or a mesh, found {type(what).__name__}")
    film = Film(world, time_step, values)
    update, close = progress_of(progress, frames, "film")
    try:
        for frame in range(1, frames + 1):
            step()
            film.add()
            if each is not None:
                each(frame)
            update(frame)
    finally:
        close()
    return film
