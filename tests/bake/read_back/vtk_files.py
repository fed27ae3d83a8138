"""Reads a .pvd and its .vtu files with VTK and meshio and holds every number against what Gel says.

vtk_files.py FILE.pvd TRUTH VERTICES TETS FRAMES TIMESTEP

TRUTH holds for each frame: positions, velocities (32-bit floats), tets (32-bit integers), strains, volume errors, fill
fractions (floats), bodies, parts (integers). All must have the same bits. Exit codes: 0 they have, 1 not, 77 VTK, meshio or
NumPy is missing.
"""
import os
import sys
import xml.etree.ElementTree as ElementTree

try:
    import meshio
    import numpy
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader
except ImportError as error:
    print(error)
    sys.exit(77)


def truth_of(path, vertices, tets, frames):
    record = numpy.dtype([
        ("points", "<f4", (vertices, 3)), ("velocity", "<f4", (vertices, 3)), ("tets", "<i4", (tets, 4)),
        ("strain", "<f4", tets), ("volume_error", "<f4", tets), ("fill_fraction", "<f4", tets),
        ("body", "<i4", tets), ("part", "<i4", tets)])
    truth = numpy.fromfile(path, dtype=record)
    assert len(truth) == frames, f"{len(truth)} frames of truth, not {frames}"
    return truth


def read_with_vtk(path):
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    assert all(grid.GetCellType(i) == 10 for i in range(grid.GetNumberOfCells())), "a cell is no tet"
    found = {"points": vtk_to_numpy(grid.GetPoints().GetData()),
             "tets": vtk_to_numpy(grid.GetCells().GetConnectivityArray()).reshape(-1, 4)}
    for data in (grid.GetPointData(), grid.GetCellData()):
        for i in range(data.GetNumberOfArrays()):
            found[data.GetArrayName(i)] = vtk_to_numpy(data.GetArray(i))
    return found


def read_with_meshio(path):
    mesh = meshio.read(path)
    assert [block.type for block in mesh.cells] == ["tetra"], mesh.cells
    found = {"points": mesh.points, "tets": mesh.cells[0].data, **mesh.point_data}
    found.update({name: values[0] for name, values in mesh.cell_data.items()})
    return found


def main(pvd, truth_path, vertices, tets, frames, time_step):
    entries = ElementTree.parse(pvd).getroot().findall("Collection/DataSet")
    assert len(entries) == frames, f"{len(entries)} frames, not {frames}"
    for frame, (entry, expected) in enumerate(zip(entries, truth_of(truth_path, vertices, tets, frames))):
        assert abs(float(entry.get("timestep")) - frame * time_step) < 1e-7, entry.get("timestep")
        path = os.path.join(os.path.dirname(pvd), entry.get("file"))
        for read in (read_with_vtk, read_with_meshio):
            found = read(path)
            assert set(found) == set(expected.dtype.names), sorted(found)
            for name in expected.dtype.names:
                assert numpy.array_equal(found[name], expected[name]), f"{read.__name__}: frame {frame}: {name} differs"
    print(f"READ {frames} frames of {vertices} vertices and {tets} tets: equal bits")


try:
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]), float(sys.argv[6]))
except AssertionError as error:
    sys.exit(str(error))
