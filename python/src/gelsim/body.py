"""Bodies of a world: solids, cloth, ropes and obstacles. Every property that is an array is a copy."""
import ctypes

import numpy as np

from . import _c, _settings
from ._arrays import (borrow, fill, floats, indices, integers, pointer, quaternion, record, ref, text, vector)
from .errors import InvalidArgument
from .meshes import LineMesh, Surface, TetMesh, outer_triangles

FACTORS = tuple(text(_c.gelVertexValueText(kind)) for kind in range(_c.gel_vertexValueCount))


def factor_number(name):
    """The number of a kind of vertex values, by its name."""
    if name not in FACTORS:
        raise InvalidArgument(f"kind: expected one of {', '.join(FACTORS)}, found {name!r}")
    return FACTORS.index(name)


class Body:
    """A body of a world, as World.add and World.bodies return it. It stays valid until the body is destroyed."""

    def __init__(self, world, identifier):
        self.world, self.id = world, identifier
        mesh = _c.gelBody_GetMesh(world.c, identifier)
        self._count = mesh.contents.vertexCount if mesh else 0
        self._tets = mesh.contents.tetCount if mesh else 0

    def __len__(self):
        """The number of vertices."""
        return self._count

    def __eq__(self, other):
        return isinstance(other, Body) and self.world is other.world and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        return self.id.index1, self.id.generation

    def __repr__(self):
        return f"<gelsim.Body: {self.kind} of {self._count} vertices{'' if self.is_valid else ', destroyed'}>"

    def __reduce__(self):
        raise TypeError("a Body belongs to its World and its device, so it cannot be pickled: pickle its mesh, its "
                        "positions, or the Scene")

    # -- state

    def _read(self, function, kind=np.float32, out=None, columns=3):
        shape = (self._count, columns) if columns > 1 else (self._count,)
        if out is None:
            out = np.empty(shape, kind)
        elif out.dtype != kind or out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
            raise InvalidArgument(f"out: expected a contiguous {np.dtype(kind)} array of shape {list(shape)}, found "
                                  f"{out.dtype} {list(out.shape)}")
        function(self.world.c, self.id, pointer(out), self._count)
        return out

    def _write(self, function, values, name):
        values = floats(values, 3, self._count, name)
        function(self.world.c, self.id, pointer(values), self._count)

    def read_positions(self, out=None):
        """Copies the positions [vertices, 3] into `out`, or a new array."""
        return self._read(_c.gelBody_ReadPositions, out=out)

    def read_velocities(self, out=None):
        """Copies the velocities [vertices, 3] into `out`, or a new array."""
        return self._read(_c.gelBody_ReadVelocities, out=out)

    @property
    def positions(self):
        """[vertices, 3], m; a copy. Assign to it to move the vertices."""
        return self.read_positions()

    @positions.setter
    def positions(self, values):
        self._write(_c.gelBody_WritePositions, values, "positions")

    @property
    def velocities(self):
        """[vertices, 3], m/s; a copy. Assign to it to throw the body."""
        return self.read_velocities()

    @velocities.setter
    def velocities(self, values):
        self._write(_c.gelBody_WriteVelocities, values, "velocities")

    @property
    def positions_double(self):
        """[vertices, 3] in double precision, m; a copy."""
        return self._read(_c.gelBody_ReadPositionsDouble, np.float64)

    @property
    def rest_positions(self):
        """[vertices, 3], m, in the frame of the mesh; a copy.

        Assign to it to change the rest shape; None restores it.
        """
        return self._read(_c.gelBody_ReadRestPositions)

    @rest_positions.setter
    def rest_positions(self, values):
        if values is None:
            _c.gelBody_SetRestPositions(self.world.c, self.id, None, self._count)
        else:
            self._write(_c.gelBody_SetRestPositions, values, "rest_positions")

    @property
    def skin_positions(self):
        """[vertices of the skin, 3], m; a copy."""
        skin = _c.gelBody_GetSkin(self.world.c, self.id)
        out = np.empty((skin.contents.surface.vertexCount if skin else 0, 3), np.float32)
        _c.gelBody_ReadSkin(self.world.c, self.id, pointer(out), len(out))
        return out

    @property
    def skin_triangles(self):
        """[n, 3], numbers of vertices of the skin; a copy. Empty without a skin."""
        skin = _c.gelBody_GetSkin(self.world.c, self.id)
        if not skin:
            return np.zeros((0, 3), np.int32)
        surface = skin.contents.surface
        return np.array(borrow(surface.triangles, (surface.triangleCount, 3), None, np.int32))

    @property
    def transform(self):
        """(position [3], rotation [4]): the rigid motion that fits the body best."""
        position, rotation = _c.gelVec3(), _c.gelQuat()
        _c.gelBody_GetTransform(self.world.c, self.id, ref(position), ref(rotation))
        return (np.array([position.x, position.y, position.z]),
                np.array([rotation.x, rotation.y, rotation.z, rotation.w]))

    # -- what it is

    @property
    def kind(self):
        """"solid", "sheet", "rope" or "obstacle"."""
        return _c.gelBodyKind(_c.gelBody_GetKind(self.world.c, self.id)).name.removeprefix("gel_").removesuffix("Body")

    @property
    def is_valid(self):
        """Whether the body and its world exist."""
        return not self.world.is_closed and _c.gelBody_IsValid(self.world.c, self.id)

    @property
    def is_awake(self):
        """Whether the body moves; others rest and cost almost nothing."""
        return _c.gelBody_IsAwake(self.world.c, self.id)

    @property
    def index(self):
        """The place in World.bodies."""
        return _c.gelBody_GetIndex(self.world.c, self.id)

    @property
    def first_vertex(self):
        """The place of its first vertex among the vertices of all bodies, as in World.view."""
        return _c.gelBody_GetFirstVertex(self.world.c, self.id)

    @property
    def elements(self):
        """Its tets [n, 4], triangles [n, 3] or lines [n, 2]; a copy."""
        if self.kind == "rope":
            lines = _c.gelBody_GetLines(self.world.c, self.id).contents
            return np.array(borrow(lines.lines, (lines.lineCount, 2), None, np.int32))
        if self.kind == "solid":
            mesh = _c.gelBody_GetMesh(self.world.c, self.id).contents
            return np.array(borrow(mesh.tets, (mesh.tetCount, 4), None, np.int32))
        return self.triangles

    @property
    def triangles(self):
        """The triangles of its outside [n, 3], numbers of vertices; a copy."""
        if self.kind == "solid":
            return outer_triangles(_c.gelBody_GetMesh(self.world.c, self.id))
        surface = _c.gelBody_GetSurface(self.world.c, self.id)
        if not surface:
            return np.zeros((0, 3), np.int32)
        return np.array(borrow(surface.contents.triangles, (surface.contents.triangleCount, 3), None, np.int32))

    # -- material and motion

    @property
    def material(self):
        """All settings of the material, by keyword; a copy. set_material changes them."""
        return _settings.read("material", self._material())

    def _material(self):
        material = _c.gelMaterial()
        _c.gelBody_GetMaterial(self.world.c, self.id, ref(material))
        return material

    def set_material(self, **given):
        """Changes settings of the material, even while the body moves."""
        material = self._material()
        _settings.take("material", material, given)
        _settings.refuse(given, "material")
        _c.gelBody_SetMaterial(self.world.c, self.id, ref(material))

    def pin(self, vertices, pinned=True):
        """Pins vertices, given as numbers or as a mask, or releases them."""
        vertices = indices(vertices)
        _c.gelBody_SetPinned(self.world.c, self.id, pointer(vertices), len(vertices), pinned)

    def pin_below(self, height):
        """Pins all vertices up to a height, m. Returns how many were not pinned before."""
        changed = ctypes.c_int()
        _c.gelBody_PinBelow(self.world.c, self.id, height, ref(changed))
        return changed.value

    def pin_box(self, lower, upper):
        """Pins all vertices in a box. Returns how many were not pinned before."""
        changed = ctypes.c_int()
        _c.gelBody_PinBox(self.world.c, self.id, vector(lower), vector(upper), ref(changed))
        return changed.value

    @property
    def pinned(self):
        """[vertices], whether each is pinned; a copy. Assign a mask to it."""
        return self._read(_c.gelBody_GetPinned, bool, columns=1)

    @pinned.setter
    def pinned(self, mask):
        mask = np.asarray(mask, bool)
        self.pin(~mask, False)
        self.pin(mask)

    def get_values(self, kind):
        """Factors of "density", "stiffness", "bending", "damping", "friction" or "tearing", or weights of "goals"."""
        values = np.empty(self._count, np.float32)
        _c.gelBody_GetVertexValues(self.world.c, self.id, factor_number(kind), pointer(values), self._count)
        return values

    def set_values(self, kind, values):
        """Gives the vertices factors or weights; None removes them."""
        values = None if values is None else floats(values, count=self._count)
        _c.gelBody_SetVertexValues(self.world.c, self.id, factor_number(kind),
                                   None if values is None else pointer(values), self._count)

    def set_gravity_weight(self, weight):
        """Sets the factor of gravity, 1 by default."""
        _c.gelBody_SetGravityWeight(self.world.c, self.id, weight)

    def set_field_weight(self, field, weight):
        """Sets the factor of a field, 1 by default, by its place in World.set_fields."""
        _c.gelBody_SetFieldWeight(self.world.c, self.id, field, weight)

    def set_goals(self, weights=None, **given):
        """Draws the vertices towards goals, which begin where the vertices are. Keywords: members of gelGoalSet."""
        goals = fill(_c.gelDefaultGoalSet(), given, "set_goals")
        if weights is not None:
            weights = floats(weights, count=self._count, name="weights")
            goals.weights = pointer(weights)
        _c.gelBody_SetGoals(self.world.c, self.id, ref(goals))

    def remove_goals(self):
        """Ends set_goals."""
        _c.gelBody_SetGoals(self.world.c, self.id, None)

    def move_goals(self, positions):
        """Moves the goals [vertices, 3] during the next step."""
        self._write(_c.gelBody_MoveGoals, positions, "positions")

    def place_goals(self, positions):
        """Places the goals [vertices, 3] at once."""
        self._write(_c.gelBody_PlaceGoals, positions, "positions")

    def set_pose(self, position, rotation=(0, 0, 0, 1)):
        """Moves an obstacle to a pose during the next step."""
        _c.gelObstacle_SetPose(self.world.c, self.id, vector(position), quaternion(rotation))

    def teleport(self, position, rotation=(0, 0, 0, 1)):
        """Places an obstacle at a pose at once."""
        _c.gelObstacle_Teleport(self.world.c, self.id, vector(position), quaternion(rotation))

    def set_vertices(self, positions):
        """Moves the vertices [vertices, 3] of an obstacle during the next step."""
        self._write(_c.gelObstacle_SetVertices, positions, "positions")

    def set_skin(self, surface, embedding=None):
        """Gives a solid a skin, which is its contact surface; None removes it."""
        _c.gelBody_SetSkin(self.world.c, self.id, None if surface is None else ref(surface.c),
                           None if embedding is None else ref(embedding.c))

    def wake(self):
        """Wakes a body that rests."""
        _c.gelBody_Wake(self.world.c, self.id)

    def quarantine(self):
        """Removes the body from all further steps: what to do with a state that is not finite."""
        _c.gelBody_Quarantine(self.world.c, self.id)

    def destroy(self):
        """Removes the body from its world."""
        _c.gelDestroyBody(self.world.c, self.id)

    # -- measures

    def _volume(self, function):
        volume = ctypes.c_double()
        function(self.world.c, self.id, ref(volume))
        return volume.value

    @property
    def volume(self):
        """m^3."""
        return self._volume(_c.gelBody_GetVolume)

    @property
    def rest_volume(self):
        """m^3, of the rest shape."""
        return self._volume(_c.gelBody_GetRestVolume)

    @property
    def contact_force(self):
        """[3], N: the net force of contact in the last step."""
        force = _c.gelVec3()
        _c.gelBody_GetContactForce(self.world.c, self.id, ref(force))
        return np.array([force.x, force.y, force.z])

    def measure(self):
        """Energies, momentum, residuals and volumes."""
        found = _c.gelMeasures()
        _c.gelBody_Measure(self.world.c, self.id, ref(found))
        return record(found)

    def strains(self):
        """(strains [tets], volume errors [tets]), 0 at rest."""
        strains, errors = np.empty(self._tets, np.float32), np.empty(self._tets, np.float32)
        _c.gelBody_ReadStrains(self.world.c, self.id, pointer(strains), pointer(errors), self._tets)
        return strains, errors

    def softness(self, time_step=1 / 60):
        """How much softer than its material the body is, and the substeps that would suffice."""
        found = _c.gelSoftness()
        _c.gelBody_EstimateSoftness(self.world.c, self.id, time_step, ref(found))
        return record(found)

    def find_point(self, place):
        """The point of the body that is nearest to a place, for World.attach."""
        found = _c.gelBodyPoint()
        _c.gelBody_FindPoint(self.world.c, self.id, vector(place), ref(found))
        return found

    def point(self, vertex):
        """A vertex, for World.attach."""
        return _c.gelBodyPoint(self.id, 1, (ctypes.c_int * 4)(vertex), (ctypes.c_float * 4)(1.0))


def add_body(world, mesh, skin, given):
    """Makes a solid of a TetMesh, cloth of a Surface, a rope of a LineMesh."""
    definition = _c.gelDefaultBodyDef()
    _settings.take("body", definition, given)
    _settings.take("material", definition.material, given)
    if "rotation" in given:
        definition.rotation = quaternion(given.pop("rotation"))
    if "filter" in given:
        definition.filter = _c.gelFilter(*integers(given.pop("filter")).astype(np.uint32).tolist())
    _settings.refuse(given, "body", "material", more=("rotation", "filter", "skin"))
    identifier = _c.gelBodyId()
    for kind, create in ((TetMesh, _c.gelCreateBody), (Surface, _c.gelCreateSheet), (LineMesh, _c.gelCreateRope)):
        if isinstance(mesh, kind):
            create(world.c, ref(definition), ref(mesh.c), ref(identifier))
            break
    else:
        raise TypeError(f"mesh: expected a TetMesh, a Surface or a LineMesh, found {type(mesh).__name__}; "
                        "from_trimesh makes a Surface, and its fill a TetMesh; load of each reads a file")
    body = Body(world, identifier)
    if skin is not None:
        surface, embedding = skin if isinstance(skin, tuple) else (skin, None)
        try:
            body.set_skin(surface, embedding)
        except Exception:
            body.destroy()
            raise
    return body


def add_obstacle(world, surface, given):
    """Makes an obstacle of a Surface."""
    if not isinstance(surface, Surface):
        raise TypeError(f"surface: expected a Surface, found {type(surface).__name__}")
    definition = _c.gelDefaultObstacleDef()
    _settings.take("obstacle", definition, given)
    if "rotation" in given:
        definition.rotation = quaternion(given.pop("rotation"))
    _settings.refuse(given, "obstacle", more=("rotation",))
    identifier = _c.gelBodyId()
    _c.gelCreateObstacle(world.c, ref(definition), ref(surface.c), ref(identifier))
    return Body(world, identifier)
