"""Reads meshes with another program and compares them with raw arrays, bit for bit.

read_mesh.py meshio|vtk {MESH STEM}...: STEM.positions (float32), STEM.tets, STEM.parts (int32) and STEM.fill (float32); an
empty .parts or .fill is not compared. Exit codes: 0 equal, 1 not, 77 the program is missing.
"""
import sys

program, names = sys.argv[1], sys.argv[2:]
try:
    import numpy
    if program == "meshio":
        import meshio
    else:
        import vtk
        from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    sys.exit(77)


def read_with_meshio(path):
    mesh = meshio.read(path)
    tets = numpy.concatenate([block.data for block in mesh.cells if block.type == "tetra"])
    values = {name: numpy.concatenate([numpy.ravel(part) for part in parts]) for name, parts in mesh.cell_data.items()}
    if "medit:ref" in values:
        values["part"] = values["medit:ref"]
    return mesh.points, tets, values


def read_with_vtk(path):
    reader = vtk.vtkXMLUnstructuredGridReader() if path.endswith(".vtu") else vtk.vtkUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    cells = vtk_to_numpy(grid.GetCells().GetConnectivityArray()).reshape(-1, 4)
    data = grid.GetCellData()
    values = {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}
    return vtk_to_numpy(grid.GetPoints().GetData()), cells, values


def differs(path, what, expected, found):
    found = numpy.asarray(found, dtype=expected.dtype)
    if found.shape == expected.shape and found.tobytes() == expected.tobytes():
        return False
    print(f"{path}: {program} finds other {what}: {found.shape} {found.ravel()[:4]}, not {expected.ravel()[:4]}")
    return True


def compare(path, stem):
    points, tets, values = read_with_meshio(path) if program == "meshio" else read_with_vtk(path)
    failed = differs(path, "positions", numpy.fromfile(stem + ".positions", numpy.float32).reshape(-1, 3), points)
    failed |= differs(path, "tets", numpy.fromfile(stem + ".tets", numpy.int32).reshape(-1, 4), tets)
    for name, ending, kind in (("fill_fraction", ".fill", numpy.float32), ("part", ".parts", numpy.int32)):
        expected = numpy.fromfile(stem + ending, kind)
        if len(expected) > 0:
            failed |= differs(path, name, expected, values.get(name, []))
    return failed


sys.exit(1 if any([compare(path, stem) for path, stem in zip(names[::2], names[1::2])]) else 0)
