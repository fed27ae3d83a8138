"""To and from meshes of trimesh and pyvista, where these are installed."""
import numpy as np

from .body import Body
from .meshes import LineMesh, Surface, TetMesh


def _elements(thing):
    """The tets, triangles or lines of a mesh or a body."""
    for kind, name in ((Body, "elements"), (TetMesh, "tets"), (Surface, "triangles"), (LineMesh, "lines")):
        if isinstance(thing, kind):
            return getattr(thing, name)
    raise TypeError(f"expected a TetMesh, a Surface, a LineMesh or a Body, found {type(thing).__name__}")


def to_trimesh(thing):
    """A trimesh.Trimesh of the outside of a mesh, or of a body as it is now. Vertices keep their numbers."""
    elements = _elements(thing)
    if elements.shape[1] == 4:
        elements = thing.triangles if isinstance(thing, Body) else thing.surface()
    if elements.shape[1] != 3:
        raise TypeError("expected triangles or tets, found lines")
    import trimesh
    return trimesh.Trimesh(np.array(thing.positions), elements, process=False)


def from_trimesh(mesh):
    """A Surface of a trimesh.Trimesh: cloth, a skin, an obstacle, or what Surface.fill fills with tets."""
    return Surface(mesh.vertices, mesh.faces)


def to_pyvista(thing):
    """A mesh, or a body as it is now, for pyvista: tets as UnstructuredGrid, triangles and lines as PolyData."""
    elements, positions = _elements(thing), np.array(thing.positions)
    columns = elements.shape[1]
    import pyvista
    cells = np.hstack([np.full((len(elements), 1), columns), elements]).ravel()
    if columns == 4:
        return pyvista.UnstructuredGrid(cells, np.full(len(elements), pyvista.CellType.TETRA), positions)
    return pyvista.PolyData(positions, **{"faces" if columns == 3 else "lines": cells})
