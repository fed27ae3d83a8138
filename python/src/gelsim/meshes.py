"""Meshes: tets, surfaces and lines, from arrays and files. They pickle, and their arrays are read-only views."""
import ctypes
import typing

import numpy as np

from . import _c
from ._arrays import (Handle, borrow, fill, floats, integers, interruptible, path_bytes, plain, pointer, progress_of,
                      record, ref, text, vector)


def _tet_attributes(fill_fractions, parts, count):
    """The optional arrays for C, and what keeps them alive."""
    attributes = _c.gelTetAttributes()
    kept = []
    if fill_fractions is not None:
        kept.append(floats(fill_fractions, count=count, name="fill_fractions"))
        attributes.fillFractions = pointer(kept[-1])
    if parts is not None:
        kept.append(integers(parts, name="parts"))
        attributes.parts = pointer(kept[-1])
    return attributes, kept


def outer_triangles(mesh):
    """The outside [n, 3] of a gelTetMesh*, numbers of vertices; a copy."""
    triangles, count = ctypes.POINTER(ctypes.c_int)(), ctypes.c_int()
    _c.gelExtractSurface(mesh, ref(triangles), ref(count))
    try:
        return np.array(borrow(triangles, (count.value, 3), None, np.int32))
    finally:
        _c.gelFree(triangles)


class _Mesh(Handle):
    """A mesh of C, which it releases. A class has the struct's type and the function that destroys it."""

    _type = _destroy = None
    repair: typing.Any  # what was mended in the arrays or the file; None for a mesh that Gel made

    def _own(self, struct, repair=None):
        self.c, self.repair = struct, repair
        super().__init__(self._destroy, struct)
        return self

    @classmethod
    def _of(cls, struct, repair=None):
        return cls.__new__(cls)._own(struct, repair)

    @classmethod
    def _made(cls, function, *arguments):
        """What function(*arguments, struct) makes."""
        struct = cls._type()
        function(*arguments, ref(struct))
        return cls._of(struct)

    def __len__(self):
        return self.c.vertexCount

    @property
    def positions(self):
        """[vertices, 3], m."""
        return borrow(self.c.positions, (self.c.vertexCount, 3), self)


class TetMesh(_Mesh):
    """Tetrahedra that are fit to simulate: TetMesh(positions [n, 3], tets [m, 4]). Defects are repaired."""

    _type, _destroy = _c.gelTetMesh, _c.gelDestroyTetMesh

    def __init__(self, positions, tets, fill_fractions=None, parts=None):
        positions, tets = floats(positions, 3, name="positions"), integers(tets, 4, name="tets")
        attributes, _kept = _tet_attributes(fill_fractions, parts, len(tets))
        struct, repair = _c.gelTetMesh(), _c.gelMeshRepair()
        _c.gelCreateTetMesh(pointer(positions), len(positions), pointer(tets), len(tets), ref(attributes), ref(struct),
                            ref(repair))
        self._own(struct, record(repair))

    @classmethod
    def load(cls, path):
        """Reads .msh, .node and .ele, .mesh, .vtk or .vtu."""
        struct, repair = _c.gelTetMesh(), _c.gelMeshRepair()
        _c.gelLoadTetMesh(path_bytes(path), ref(struct), ref(repair))
        return cls._of(struct, record(repair))

    @classmethod
    def box(cls, size=(1, 1, 1), cells=(1, 1, 1)):
        """A box of five tets per cell, centred on the origin; sizes in m."""
        return cls._made(_c.gelCreateBoxMesh, vector(size), *cells)

    @classmethod
    def sphere(cls, radius=0.5, cells=8):
        """A ball centred on the origin, with `cells` across its diameter; radius in m."""
        return cls._made(_c.gelCreateSphereMesh, radius, cells)

    @classmethod
    def torus(cls, ring_radius=0.5, tube_radius=0.2, cells=6):
        """A torus around Y, with `cells` across its tube; radii in m."""
        return cls._made(_c.gelCreateTorusMesh, ring_radius, tube_radius, cells)

    @classmethod
    def implicit(cls, function, lower, upper, cell_size):
        """Fills where function(x, y, z) is negative, in a box, with cells of `cell_size` m."""
        with interruptible() as guard:
            found = [0.0]

            def evaluate(x, y, z):
                found[0] = float(function(x, y, z))
            guarded = guard(evaluate)

            def call(_context, x, y, z):
                guarded(x, y, z)
                return found[0]
            return cls._made(_c.gelCreateImplicitMesh, _c.gelImplicitFunction(call), None, vector(lower), vector(upper),
                             cell_size)

    def save(self, path):
        """Writes the format of the extension: .msh, .vtu, .vtk, .mesh or .node and .ele."""
        _c.gelSaveTetMesh(ref(self.c), path_bytes(path), None)

    @property
    def tets(self):
        """[tets, 4], numbers of vertices."""
        return borrow(self.c.tets, (self.c.tetCount, 4), self, np.int32)

    @property
    def source_vertices(self):
        """For each vertex, its number in the arrays or the file that the mesh was made from."""
        return borrow(self.c.sourceVertices, (self.c.vertexCount,), self, np.int32)

    @property
    def fill_fractions(self):
        """[tets], the fraction of each tet that is filled with material; None: all are full."""
        return borrow(self.c.fillFractions, (self.c.tetCount,), self) if self.c.fillFractions else None

    @property
    def parts(self):
        """[tets], the part of each tet; None: all are of part 0."""
        return borrow(self.c.parts, (self.c.tetCount,), self, np.int32) if self.c.parts else None

    def surface(self):
        """The outer triangles [m, 3], numbers of vertices, oriented outwards."""
        return outer_triangles(ref(self.c))

    def report(self):
        """Volume, angles, quality and more."""
        found = _c.gelMeshReport()
        _c.gelReportTetMesh(ref(self.c), ref(found))
        return record(found)

    def __repr__(self):
        return f"<gelsim.TetMesh of {self.c.vertexCount} vertices and {self.c.tetCount} tets>"

    def __reduce__(self):
        arrays = [None if array is None else np.array(array)
                  for array in (self.positions, self.tets, self.fill_fractions, self.parts)]
        return TetMesh, tuple(arrays)


class Embedding(Handle):
    """Points attached to the tets of a mesh: Embedding(mesh, points [n, 3])."""

    def __init__(self, mesh, points, clamp=False):
        points = floats(points, 3, name="points")
        struct = _c.gelEmbedding()
        _c.gelCreateEmbedding(ref(mesh.c), pointer(points), len(points), ref(struct))
        if clamp:
            _c.gelClampEmbedding(ref(mesh.c), ref(struct))
        self._own(struct, mesh)

    def _own(self, struct, mesh):
        self.c, self.mesh = struct, mesh
        super().__init__(_c.gelDestroyEmbedding, struct)
        return self

    @property
    def tets(self):
        """[points], the tet of each point."""
        return borrow(self.c.tets, (self.c.pointCount,), self, np.int32)

    @property
    def weights(self):
        """[points, 4], weights of the vertices of each point's tet."""
        return borrow(self.c.weights, (self.c.pointCount, 4), self)

    def evaluate(self, positions):
        """The points [n, 3] for vertices at `positions`."""
        positions = floats(positions, 3, count=len(self.mesh), name="positions")
        points = np.empty((self.c.pointCount, 3), np.float32)
        _c.gelEvaluateEmbedding(ref(self.c), ref(self.mesh.c), pointer(positions), pointer(points))
        return points


class Surface(_Mesh):
    """Triangles: Surface(positions [n, 3], triangles [m, 3]). It is cloth, a skin, an obstacle, or filled with tets."""

    _type, _destroy = _c.gelSurfaceMesh, _c.gelDestroySurfaceMesh

    def __init__(self, positions, triangles):
        positions, triangles = floats(positions, 3, name="positions"), integers(triangles, 3, name="triangles")
        struct, repair = _c.gelSurfaceMesh(), _c.gelSurfaceRepair()
        _c.gelCreateSurfaceMesh(pointer(positions), len(positions), pointer(triangles), len(triangles), ref(struct),
                                ref(repair))
        self._own(struct, record(repair))

    @classmethod
    def load(cls, path):
        """Reads .obj and .off, and with assimp .ply, .stl, .gltf, .glb, .fbx and more."""
        struct, repair = _c.gelSurfaceMesh(), _c.gelSurfaceRepair()
        _c.gelLoadSurfaceMesh(path_bytes(path), ref(struct), ref(repair))
        return cls._of(struct, record(repair))

    @classmethod
    def box(cls, size=(1, 1, 1)):
        """A box centred on the origin; sizes in m."""
        return cls._made(_c.gelCreateBoxSurface, vector(size))

    @classmethod
    def sphere(cls, radius=0.5, subdivisions=3):
        """A sphere of 20 * 4^subdivisions triangles, centred on the origin; radius in m."""
        return cls._made(_c.gelCreateSphereSurface, radius, subdivisions)

    @classmethod
    def cylinder(cls, radius=0.5, length=1.0, segments=32):
        """A cylinder along Y."""
        return cls._made(_c.gelCreateCylinderSurface, radius, length, segments)

    @classmethod
    def capsule(cls, radius=0.5, length=1.0, segments=32):
        """A capsule along Y; `length` is that of its straight part."""
        return cls._made(_c.gelCreateCapsuleSurface, radius, length, segments)

    @classmethod
    def sheet(cls, size=(1, 1), cells=(10, 10)):
        """A sheet in the plane of X and Z that faces up."""
        return cls._made(_c.gelCreateSheetSurface, *size, *cells)

    @classmethod
    def heightfield(cls, heights, size=(1, 1)):
        """A sheet with heights [z, x] along Y, m."""
        heights = np.ascontiguousarray(heights, np.float32)
        return cls._made(_c.gelCreateHeightfieldSurface, *size, pointer(heights), heights.shape[1], heights.shape[0])

    @classmethod
    def distance_field(cls, distances, lower, spacing):
        """Where a field [z, y, x], negative inside, is 0; m."""
        distances = np.ascontiguousarray(distances, np.float32)
        counts = (ctypes.c_int * 3)(*distances.shape[::-1])
        return cls._made(_c.gelCreateDistanceFieldSurface, pointer(distances), counts, vector(lower), spacing)

    @classmethod
    def hull(cls, points):
        """The convex hull of points [n, 3]."""
        points = floats(points, 3, name="points")
        return cls._made(_c.gelCreateHullSurface, pointer(points), len(points))

    @property
    def triangles(self):
        """[triangles, 3], numbers of vertices, anticlockwise seen from outside."""
        return borrow(self.c.triangles, (self.c.triangleCount, 3), self, np.int32)

    @property
    def originals(self):
        """For each vertex of the arrays or the file, the number that it has here; -1: it was dropped."""
        return borrow(self.c.originals, (self.c.originalCount,), self, np.int32)

    @property
    def parts(self):
        """[triangles], the part of each triangle; `part_names` has their names."""
        return borrow(self.c.parts, (self.c.triangleCount,), self, np.int32)

    @property
    def part_names(self):
        """The names of the parts; empty without names."""
        return [text(self.c.partNames[i]) for i in range(self.c.partCount)] if self.c.partNames else []

    def report(self):
        """Area, volume, holes and other defects; `verdict` and `issues` say what filling does about them."""
        found = _c.gelSurfaceReport()
        _c.gelReportSurface(ref(self.c), ref(found))
        result = record(found)
        texts = [_c.gelDescribeSurfaceIssue(i).contents for i in range(_c.gel_surfaceIssueCount)]
        result.verdict = _c.gelSurfaceVerdict(found.verdict).name.replace("gel_surface", "").lower()
        result.issues = {text(texts[i].name): count for i, count in enumerate(found.counts) if count}
        return result

    def fill(self, tet_count=20000, progress=None, **given):
        """Fills the surface with tets: (TetMesh, Embedding, report). Keywords: members of gelMesherDef."""
        definition = fill(_c.gelDefaultMesherDef(), {"tet_count": tet_count, **given}, "fill")
        update, close = progress_of(progress, 1.0, "fill")
        mesh, embedding, report = _c.gelTetMesh(), _c.gelEmbedding(), _c.gelMesherReport()
        with interruptible() as guard:
            step = guard(update)
            definition.progress = _c.gelProgressFunction(lambda _context, done: step(done))
            try:
                _c.gelCreateMeshFromSurface(ref(self.c), ref(definition), ref(mesh), ref(embedding), ref(report))
            finally:
                close()
            mesh = TetMesh._of(mesh)
            embedding = Embedding.__new__(Embedding)._own(embedding, mesh)
        return mesh, embedding, plain(report)

    def __repr__(self):
        return f"<gelsim.Surface of {self.c.vertexCount} vertices and {self.c.triangleCount} triangles>"

    def __reduce__(self):
        return Surface, (np.array(self.positions), np.array(self.triangles))


class LineMesh(_Mesh):
    """Lines between points, for ropes: LineMesh(positions [n, 3], lines [m, 2])."""

    _type, _destroy = _c.gelLineMesh, _c.gelDestroyLineMesh

    def __init__(self, positions, lines):
        positions, lines = floats(positions, 3, name="positions"), integers(lines, 2, name="lines")
        struct = _c.gelLineMesh()
        _c.gelCreateLineMesh(pointer(positions), len(positions), pointer(lines), len(lines), ref(struct))
        self._own(struct)

    @classmethod
    def straight(cls, length=1.0, segments=20):
        """A row of lines along X, centred on the origin."""
        return cls._made(_c.gelCreateStraightLine, length, segments)

    @classmethod
    def load(cls, path):
        """Reads the lines of an .obj file."""
        return cls._made(_c.gelLoadLineMesh, path_bytes(path))

    @property
    def lines(self):
        """[lines, 2], numbers of vertices."""
        return borrow(self.c.lines, (self.c.lineCount, 2), self, np.int32)

    def __repr__(self):
        return f"<gelsim.LineMesh of {self.c.vertexCount} vertices and {self.c.lineCount} lines>"

    def __reduce__(self):
        return LineMesh, (np.array(self.positions), np.array(self.lines))


def load_vertex_array(path, name):
    """A named array of a mesh file, one value per vertex of the file, to paint a body with."""
    values, count = ctypes.POINTER(ctypes.c_float)(), ctypes.c_int()
    _c.gelLoadVertexArray(path_bytes(path), name.encode(), ref(values), ref(count))
    try:
        return np.array(borrow(values, (count.value,), None))
    finally:
        _c.gelFree(values)


def carry_values(surface, values, mesh):
    """Values at the vertices of a mesh, from those at the vertices of a surface in the same frame."""
    values = floats(values, count=len(surface))
    carried = np.empty(len(mesh), np.float32)
    _c.gelCarryVertexValues(ref(surface.c), pointer(values), ref(mesh.c), pointer(carried))
    return carried
