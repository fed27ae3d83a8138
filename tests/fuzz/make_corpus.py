#!/usr/bin/env python3
"""Writes the fuzzers' corpus: one small tet mesh, and one tetrahedron's surface, in every format that is read; and shapes for
the mesher; and scenes.

usage: make_corpus.py FOLDER      What the first bytes of each file say stands in fuzz_*.c.
"""
import base64
import io
import json
import pathlib
import struct
import sys
import zipfile
import zlib

POINTS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]
TETS = [(0, 1, 2, 3), (1, 2, 3, 4)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
CORNERS = POINTS[:4]

TET_ENDINGS = ["msh", "mesh", "vtk", "vtu", "node"]
OBSTACLE_ENDINGS = ["pc2", "mdd", "png", "sdf"]
SURFACE_ENDINGS = ["obj", "off", "ply"]
ARRAY_ENDINGS = ["obj", "ply", "vtu"]
IMPORT_ENDINGS = ["ply", "stl", "gltf", "glb", "dae", "fbx", "3mf"]


def lines(rows):
    return "".join(" ".join(str(x) for x in row) + "\n" for row in rows)


def numbered(rows, first=1):
    return lines([(i + first, *row) for i, row in enumerate(rows)])


def floats(points):
    return struct.pack(f"<{3 * len(points)}f", *[x for p in points for x in p])


def ints(rows):
    flat = [x for row in rows for x in row]
    return struct.pack(f"<{len(flat)}i", *flat)


def gmsh22():
    cells = [(4, 2, 1, 1, *(v + 1 for v in tet)) for tet in TETS]
    return (f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{len(POINTS)}\n{numbered(POINTS)}$EndNodes\n"
            f"$Elements\n{len(TETS)}\n{numbered(cells)}$EndElements\n")


def gmsh22_binary():
    nodes = b"".join(struct.pack("<i3d", i + 1, *p) for i, p in enumerate(POINTS))
    cells = b"".join(struct.pack("<7i", i + 1, 1, 1, *(v + 1 for v in tet)) for i, tet in enumerate(TETS))
    return (b"$MeshFormat\n2.2 1 8\n" + struct.pack("<i", 1) + b"\n$EndMeshFormat\n$Nodes\n%d\n" % len(POINTS) + nodes +
            b"\n$EndNodes\n$Elements\n%d\n" % len(TETS) + struct.pack("<3i", 4, len(TETS), 2) + cells +
            b"\n$EndElements\n")


def gmsh41():
    tags = lines([(i + 1,) for i in range(len(POINTS))])
    cells = numbered([[v + 1 for v in tet] for tet in TETS])
    return (f"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 5 1 5\n3 1 0 5\n{tags}{lines(POINTS)}$EndNodes\n"
            f"$Elements\n1 2 1 2\n3 1 4 2\n{cells}$EndElements\n")


def gmsh40():
    cells = numbered([[v + 1 for v in tet] for tet in TETS])
    return (f"$MeshFormat\n4 0 8\n$EndMeshFormat\n$Nodes\n1 5\n1 3 0 5\n{numbered(POINTS)}$EndNodes\n"
            f"$Elements\n1 2\n1 3 4 2\n{cells}$EndElements\n")


def medit():
    return (f"MeshVersionFormatted 1\nDimension 3\nVertices\n{len(POINTS)}\n{lines([(*p, 0) for p in POINTS])}"
            f"Tetrahedra\n{len(TETS)}\n{lines([(*(v + 1 for v in tet), 1) for tet in TETS])}End\n")


def vtk(version, cells):
    return (f"# vtk DataFile Version {version}\nseed\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {len(POINTS)} float\n"
            f"{lines(POINTS)}{cells}CELL_TYPES {len(TETS)}\n{lines([(10,)] * len(TETS))}")


def vtk_binary():
    points = struct.pack(">15f", *[x for p in POINTS for x in p])
    cells = struct.pack(">10i", *[x for tet in TETS for x in (4, *tet)])
    return (b"# vtk DataFile Version 2.0\nseed\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n" + points +
            b"\nCELLS 2 10\n" + cells + b"\nCELL_TYPES 2\n" + struct.pack(">2i", 10, 10) + b"\n")


def vtu(arrays, attributes="", tail=""):
    points, connectivity, offsets, types = arrays
    return (f'<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian"'
            f'{attributes}>\n<UnstructuredGrid><Piece NumberOfPoints="5" NumberOfCells="2">\n'
            f'<Points><DataArray type="Float32" NumberOfComponents="3" {points}</Points>\n'
            f'<Cells><DataArray type="Int32" Name="connectivity" {connectivity}\n'
            f'<DataArray type="Int32" Name="offsets" {offsets}\n'
            f'<DataArray type="UInt8" Name="types" {types}</Cells>\n'
            f'</Piece></UnstructuredGrid>\n{tail}</VTKFile>\n')


VTU_DATA = [floats(POINTS), ints(TETS), ints([(4, 8)]), bytes([10, 10])]


def vtu_ascii():
    texts = [lines(POINTS), lines(TETS), "4 8\n", "10 10\n"]
    return vtu([f'format="ascii">\n{text}</DataArray>' for text in texts])


def vtu_base64(compress):
    def encode(data):
        if not compress:
            return base64.b64encode(struct.pack("<I", len(data)) + data).decode()
        packed = zlib.compress(data)
        head = struct.pack("<4I", 1, len(data), 0, len(packed))
        return (base64.b64encode(head) + base64.b64encode(packed)).decode()

    attributes = ' header_type="UInt32"' + (' compressor="vtkZLibDataCompressor"' if compress else "")
    return vtu([f'format="binary">\n{encode(data)}\n</DataArray>' for data in VTU_DATA], attributes)


def vtu_appended():
    arrays, raw = [], b""
    for data in VTU_DATA:
        arrays.append(f'format="appended" offset="{len(raw)}"/>')
        raw += struct.pack("<Q", len(data)) + data
    text = vtu(arrays, ' header_type="UInt64"', '<AppendedData encoding="raw">\n_@</AppendedData>\n')
    before, after = text.split("@")
    return before.encode() + raw + after.encode()


def gltf(glb):
    data = floats(CORNERS) + struct.pack("<12H", *[v for face in FACES for v in face])
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "translation": [0, 1, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48},
                        {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "buffers": [{"byteLength": len(data)}]}
    if not glb:
        document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        return json.dumps(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def stl_binary():
    triangles = b"".join(struct.pack("<3f", 0, 0, 0) + floats([CORNERS[v] for v in face]) + b"\0\0" for face in FACES)
    return b"\0" * 80 + struct.pack("<I", len(FACES)) + triangles


def stl():
    facets = "".join("facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {x} {y} {z}\n" for x, y, z in
                     (CORNERS[v] for v in face)) + "endloop\nendfacet\n" for face in FACES)
    return f"solid seed\n{facets}endsolid seed\n"


def ply(binary):
    form = "binary_little_endian" if binary else "ascii"
    head = (f"ply\nformat {form} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
            "element face 4\nproperty list uchar int vertex_indices\nend_header\n")
    if not binary:
        return head + lines(CORNERS) + lines([(3, *face) for face in FACES])
    return head.encode() + floats(CORNERS) + b"".join(struct.pack("<B3i", 3, *face) for face in FACES)


def dae():
    numbers = " ".join(str(x) for p in CORNERS for x in p)
    indices = " ".join(str(v) for face in FACES for v in face)
    return ('<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">'
            '<asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>'
            f'<source id="p"><float_array id="a" count="12">{numbers}</float_array><technique_common>'
            '<accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>'
            '<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v">'
            '<input semantic="POSITION" source="#p"/></vertices><triangles count="4">'
            f'<input semantic="VERTEX" source="#v" offset="0"/><p>{indices}</p></triangles></mesh></geometry>'
            '</library_geometries><library_visual_scenes><visual_scene id="s"><node id="n">'
            '<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene>'
            '<instance_visual_scene url="#s"/></scene></COLLADA>')


def fbx():
    numbers = ",".join(str(x) for p in CORNERS for x in p)
    indices = ",".join(str(v) for a, b, c in FACES for v in (a, b, -c - 1))
    return ('; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXHeaderVersion: 1003\n FBXVersion: 7400\n}\n'
            f'Objects: {{\n Geometry: 1, "Geometry::", "Mesh" {{\n  Vertices: *12 {{\n   a: {numbers}\n  }}\n'
            f'  PolygonVertexIndex: *12 {{\n   a: {indices}\n  }}\n }}\n Model: 2, "Model::seed", "Mesh" {{\n'
            '  Version: 232\n }\n}\nConnections: {\n C: "OO",1,2\n C: "OO",2,0\n}\n')


def threemf():
    vertices = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in CORNERS)
    triangles = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in FACES)
    model = ('<?xml version="1.0"?><model unit="meter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
             f'<resources><object id="1" type="model"><mesh><vertices>{vertices}</vertices><triangles>{triangles}'
             '</triangles></mesh></object></resources><build><item objectid="1"/></build></model>')
    relations = ('<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
                 '<Relationship Target="/3D/3dmodel.model" Id="r" '
                 'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>')
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("_rels/.rels", relations), ("3D/3dmodel.model", model)):
            archive.writestr(zipfile.ZipInfo(name), text)  # a fixed date
    return content.getvalue()


def tet_meshes():
    old_cells = f"CELLS 2 10\n{lines([(4, *tet) for tet in TETS])}"
    new_cells = f"CELLS 3 8\nOFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n{lines(TETS)}"
    yield "gmsh22", "msh", gmsh22()
    yield "gmsh22_binary", "msh", gmsh22_binary()
    yield "gmsh40", "msh", gmsh40()
    yield "gmsh41", "msh", gmsh41()
    yield "medit", "mesh", medit()
    yield "vtk2", "vtk", vtk("2.0", old_cells)
    yield "vtk5", "vtk", vtk("5.1", new_cells)
    yield "vtk_binary", "vtk", vtk_binary()
    yield "vtu_ascii", "vtu", vtu_ascii()
    yield "vtu_base64", "vtu", vtu_base64(False)
    yield "vtu_zlib", "vtu", vtu_base64(True)
    yield "vtu_appended", "vtu", vtu_appended()
    nodes, cells = f"{len(POINTS)} 3 0 0\n{numbered(POINTS, 0)}", f"{len(TETS)} 4 0\n{numbered(TETS, 0)}"
    yield "tetgen", "node", nodes + "\0" + cells


def surfaces():
    yield "obj", "obj", "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS) + "".join(
        f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES)
    yield "obj_quads", "obj", ("o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1\n"
                               "g b\nf -4//1 -3//1 -2//1\nl 1 2\n")
    yield "obj_lines", "obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 -1\nl 2/1 \\\n1\n"
    yield "off", "off", f"OFF\n4 4 0\n{lines(CORNERS)}{lines([(3, *face) for face in FACES])}"
    yield "ply", "ply", ply(False)
    yield "ply_binary", "ply", ply(True)


def imported_surfaces():
    yield "ply", "ply", ply(False)
    yield "ply_binary", "ply", ply(True)
    yield "stl", "stl", stl()
    yield "stl_binary", "stl", stl_binary()
    yield "gltf", "gltf", gltf(False)
    yield "glb", "glb", gltf(True)
    yield "dae", "dae", dae()
    yield "fbx", "fbx", fbx()
    yield "3mf", "3mf", threemf()


def with_values(encoding, point_values, cell_values):
    return (f'<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian"><UnstructuredGrid><Piece '
            f'NumberOfPoints="5" NumberOfCells="2"><PointData><DataArray type="Float32" Name="w" format="{encoding}">'
            f'{point_values}</DataArray></PointData><CellData><DataArray type="UInt8" Name="c" format="{encoding}">'
            f'{cell_values}</DataArray></CellData><Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">'
            f'{" ".join(str(x) for p in POINTS for x in p)}</DataArray></Points><Cells><DataArray type="Int32" '
            f'Name="connectivity" format="ascii">{" ".join(str(v) for t in TETS for v in t)}</DataArray><DataArray '
            f'type="Int32" Name="offsets" format="ascii">4 8</DataArray><DataArray type="UInt8" Name="types" '
            f'format="ascii">10 10</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>')


def packed(data):
    return base64.b64encode(struct.pack("<I", len(data)) + data).decode()


def array_files():
    ascii_ply = (f"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
                 f"property uchar red\nproperty double w\nelement face 1\nproperty list uchar int vertex_indices\n"
                 f"end_header\n{lines([(*p, 9 * i, i / 2) for i, p in enumerate(CORNERS)])}3 0 1 2\n")
    binary_ply = (b"ply\nformat binary_big_endian 1.0\nelement face 1\nproperty list uchar int i\nelement vertex 2\n"
                  b"property short w\nproperty list uchar float l\nproperty float x\nend_header\n"
                  + struct.pack(">B3i", 3, 0, 1, 2) + struct.pack(">hBff", 7, 1, 0.5, 2) + struct.pack(">hBf", -7, 0, 3))
    yield "obj_group", "obj", "a", "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ng b a\nl 1 -1\no c\nf 3/1 2//1 1/1/1\n"
    yield "ply_colour", "ply", "red", ascii_ply
    yield "ply_number", "ply", "w", ascii_ply
    yield "ply_binary", "ply", "w", binary_ply
    yield "vtu_points", "vtu", "w", with_values("ascii", "0 0.5 1 2 3", "1 2")
    yield "vtu_cells", "vtu", "c", with_values("ascii", "0 0.5 1 2 3", "1 2")
    yield "vtu_binary", "vtu", "c", with_values("binary", packed(struct.pack("<5f", 0, 1, 2, 3, 4)), packed(b"\1\2"))
    yield "none", "vtu", "x", with_values("ascii", "0 0.5 1 2 3", "1 2")


def splices():
    """Bytes as of Head in fuzz_splice.c."""
    frames = floats(CORNERS[:2]) * 3
    pc2 = struct.pack("<12s2i2fi", b"POINTCACHE2", 1, 2, 0, 1, 3) + frames
    mdd = struct.pack(">2i3f", 3, 2, 0, 0.5, 1) + struct.pack(">18f", *struct.unpack("<18f", frames))
    one = struct.pack(">2if", 1, 2, 2) + struct.pack(">6f", *range(6))
    for name, flags, ranges, first, second in (
            ("pc2", 16, (0, 1, 1, -1), pc2, pc2), ("mdd", 17, (1, 0, 2, -1), mdd, mdd), ("pc2_alone", 8, (1, 0, 1, 0), pc2, b""),
            ("mdd_alone", 9, (0, 0, -1, 0), mdd, b""), ("mixed", 18, (0, 0, 1, 1), pc2, mdd), ("another_name", 4, (0, 0, 1, 1), pc2, b""),
            ("mdd_of_one", 17, (0, 0, 0, 0), one, one), ("mdd_joins_one", 17, (0, 0, 0, -1), one, mdd)):
        yield name, struct.pack("<B4b2B", flags, *ranges, len(first) % 256, len(first) // 256) + first + second


# Changes as of alter in altered.c: its kind, where, and with what.
def altered():
    for world in range(3):
        for late in range(2):
            yield f"whole_{world}_{late}", [next(b for b in range(16, 256) if b % 3 == world and b // 4 % 2 == late)]
    for kind in range(8):
        yield f"kind_{kind}", [16, kind, 40, 1, 250]
        yield f"unsealed_{kind}", [12, kind, 30, 0, 3]


def png(bits, colours=0):
    rows = b"".join(b"\0" + bytes(range(1 + 40 * y, 1 + 40 * y + 3 * bits // 8)) for y in range(3))
    chunks = [(b"IHDR", struct.pack(">2I5B", 3, 3, bits, colours, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks)


def obstacle_files():
    frames = floats(CORNERS) + floats(POINTS[1:])
    yield "pc2", "pc2", struct.pack("<12s2i2fi", b"POINTCACHE2", 1, 4, 0, 1, 2) + frames
    yield "mdd", "mdd", struct.pack(">2i2f", 2, 4, 0, 0.5) + struct.pack(">24f", *struct.unpack("<24f", frames))
    yield "png_8", "png", png(8)
    yield "png_16", "png", png(16)
    yield "sdf", "sdf", "3 2 2\n0 0 0\n0.5\n-1 1 2 1 -0.5 1 1 1 1 1 -1 -1\n"


BOX = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def box(lower, upper, inwards=False, faces=6):
    points = [tuple((upper if i >> k & 1 else lower)[k] for k in range(3)) for i in range(8)]
    triangles = [t for a, b, c, d in BOX[:faces] for t in ((a, b, c), (a, c, d))]
    return points, [t[::-1] for t in triangles] if inwards else triangles


def join(*shapes):
    points, triangles = [], []
    for more, its in shapes:
        triangles += [tuple(v + len(points) for v in t) for t in its]
        points += more
    return points, triangles


def mesher_bytes(shape, hollow=False, parts=False, cells=0, thickness=False, tets=150, scale=0, place=0, fine=0):
    points, triangles = shape
    flags = hollow | 2 | (cells > 0) << 2 | thickness << 3 | parts << 4
    head = [flags, cells if cells > 0 else tets - 50, scale, place, fine, 1, len(points) - 3]
    return bytes(head + [x for row in points + triangles for x in row])


def mesher_shapes():
    tetrahedron = [(3, 2, 2), (12, 3, 2), (4, 13, 3), (5, 5, 14)], FACES
    cube = box((2, 2, 2), (12, 12, 12))
    yield "tetrahedron", mesher_bytes(tetrahedron)
    yield "box", mesher_bytes(cube)
    yield "box_on_the_lattice", mesher_bytes(cube, cells=7)
    yield "boxes_overlapping", mesher_bytes(join(cube, box((8, 5, 5), (15, 15, 15))), parts=True)
    yield "boxes_side_by_side", mesher_bytes(join(cube, box((12, 2, 2), (15, 12, 12))), parts=True, cells=5)
    yield "boxes_apart", mesher_bytes(join(box((0, 0, 0), (15, 2, 15)), box((0, 3, 0), (15, 5, 15))), cells=4)
    yield "cavity", mesher_bytes(join(box((0, 0, 0), (15, 15, 15)), box((4, 4, 4), (11, 11, 11), True)), hollow=True)
    yield "open_box", mesher_bytes(box((2, 2, 2), (12, 12, 12), faces=5))
    yield "sheet", mesher_bytes(([(0, 0, 3), (15, 1, 3), (14, 15, 3), (1, 14, 3)], [(0, 1, 2), (0, 2, 3)]),
                                thickness=True, cells=9)
    yield "wire", mesher_bytes(([(0, 0, 0), (15, 15, 15), (15, 15, 14)], [(0, 1, 2)]), tets=60)
    yield "line", mesher_bytes(([(0, 0, 0), (5, 5, 5), (15, 15, 15)], [(0, 1, 2)]), tets=60)
    yield "doubled", mesher_bytes((tetrahedron[0], FACES + [t[::-1] for t in FACES] + FACES[:2]))
    yield "three_at_an_edge", mesher_bytes(([(0, 0, 0), (0, 0, 15), (15, 0, 7), (0, 15, 7), (15, 15, 7)],
                                            [(0, 1, 2), (0, 1, 3), (0, 1, 4)]))
    yield "tiny", mesher_bytes(cube, scale=8)
    yield "huge", mesher_bytes(cube, scale=6)
    yield "far", mesher_bytes(tetrahedron, place=4, fine=1)


def scenes():
    jelly = {"density": 1000, "youngModulus": 1e5, "poissonRatio": 0.4, "damping": 0.1}
    box_shape = {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 2]}
    ray = {"origin": [0.2, 0.2, 3], "direction": [0, 0, -1]}
    events = [{"frame": 0, "grab": {**ray, "stiffness": 300}}, {"frame": 1, "pull": ray}, {"frame": 1, "release": True},
              {"frame": 1, "drop": {"body": 0, "position": [0, 1, 0]}}, {"frame": 2, "remove": {"body": 0}},
              {"frame": 2, "alter": {"body": 0, "material": jelly}},
              {"frame": 2, "set": {"gravity": [0, -1, 0], "ground": {"height": 0}, "substeps": 2}}]
    yield "box", {"name": "a", "timeStep": 0.01, "substeps": 2, "gravity": [0, -9, 0], "order": "mesh",
                  "ground": {"normal": [0, 1, 0], "offset": 0, "friction": 0.5, "restitution": 0.1},
                  "bodies": [{"shape": box_shape, "scale": 2, "velocity": [1, 0, 0],
                              "rotation": {"axis": [0, 0, 1], "degrees": 12},
                              "repeat": {"count": [2, 1, 1], "spacing": [3, 0, 0]}}]}
    yield "round", {"bodies": [{"shape": {"type": "sphere", "radius": 1, "cells": 2}, "squash": True},
                               {"shape": {"type": "torus", "ringRadius": 2, "tubeRadius": 1, "cells": 2},
                                "squash": {"height": 0.2}}]}
    yield "pins", {"materials": {"jelly": jelly, "stiff": {"edgeCompliance": 0, "volumeCompliance": 1e-9}},
                   "bodies": [{"vertices": POINTS, "tets": TETS, "material": "jelly", "rotation": [0, 0, 0.6, 0.8],
                               "pins": [{"vertices": [0, 3]}, {"below": 0.1},
                                        {"box": {"lower": [0, 0, 0], "upper": [1, 1, 0.5]}}]}]}
    yield "files", {"bodies": [{"mesh": "tet.mesh", "skin": "tet.obj", "position": [0, 1, 0]},
                               {"mesh": "tet.obj", "meshing": {"tets": 60, "hollow": True}},
                               {"mesh": "tet.obj", "meshing": {"cellSize": 0.5, "sheetThickness": 0.1}}]}
    yield "input", {"bodies": [{"shape": box_shape}], "input": events}
    hull = {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0], [0.5, 0.1, 0.3]]}
    yield "obstacles", {"contact": True, "bodies": [{"shape": box_shape}], "obstacles": [
        {"shape": hull, "loop": True, "keys": [{"time": 0}, {"time": 0.1, "position": [0, 1, 0]}]},
        {"shape": {"type": "hull", "mesh": "tet.obj"}, "friction": 0.1, "surfaceVelocity": [1, 0, 0]},
        {"shape": {"type": "sheet", "sizeX": 2, "sizeZ": 2}}, {"mesh": "tet.obj", "scale": 2}]}
    yield "obstacle_files", {"bodies": [{"shape": box_shape}], "obstacles": [
        {"mesh": "tet.obj", "cache": {"file": "tet.pc2", "framesPerSecond": 30, "start": 0.1, "loop": True}}]}
    probes = [{"name": "tip", "body": "b", "point": [0, 0, 1], "measure": "displacement.y"},
              {"name": "F", "body": 0, "below": 0, "measure": "pinForce.length"}, {"name": "E", "measure": "energy.total"},
              {"name": "e", "body": 0, "vertices": [1], "measure": "strain"}, {"name": "G", "measure": "groundForce.y"}]
    yield "probes", {"ground": {}, "numbers": {"t": 0.02, "a": "-2 ^ t * sqrt(gravity.y * gravity[1] + pi)"}, "probes": probes,
                     "bodies": [{"name": "b", "shape": box_shape, "pins": [{"below": 0}]}],
                     "expectations": [{"probe": "tip", "at": "t", "value": "(a - bodies[0].material.density) * log(2)",
                                       "tolerance": "1 %", "reason": "r"},
                                      {"probe": "E", "to": "2 * t", "take": "period", "level": 0, "value": 1,
                                       "tolerance": "0.1 s", "reason": "r"}]}
    tet = {"vertices": POINTS, "tets": TETS}
    cloth = {"type": "cloth", "sizeX": 1, "sizeZ": 1, "cellsX": 1, "cellsZ": 2}
    yield "values", {"bodies": [
        {**tet, "groups": {"top": {"box": {"lower": [-1, 0.4, -1], "upper": [1, 2, 1]}}, "some": {"vertices": [0, 1]}},
         "values": {"stiffness": {"group": "top", "value": 0.3}, "density": {"group": "some", "value": 2}, "damping": [{"group": "some", "value": 3}]},
         "goals": {"weight": 0.6, "damping": 2, "keys": [{"time": 0}, {"time": 0.6, "position": [0, 1, 0]}]}},
        {"mesh": "tet.obj", "meshing": {"cage": [1, 1, 1]}, "category": "caged", "ignores": ["caged"]}]}
    yield "thin", {"contact": True, "bodies": [
        {"shape": cloth, "selfContact": True, "material": {"tearStrain": 0.01}, "pins": [{"vertices": [0]}]},
        {"shape": {"type": "balloon", "radius": 0.2, "subdivisions": 1}, "material": {"filling": "liquid"}},
        {"shape": {"type": "rope", "length": 0.5, "segments": 3}, "rest": {"cache": {"file": "tet_*.obj"}}}]}
    yield "fields", {"springDamping": 0.001, "bodies": [{"shape": cloth}], "fields": [
        {"type": "wind", "velocity": [3, 0, 1], "gust": 0.5, "keys": [{"time": 0, "share": 0}, {"time": 0.5, "share": 2}]},
        {"type": "drag", "strength": 0.5}, {"type": "vortex", "strength": 2}, {"type": "uniform"}]}
    yield "attachments", {"bodies": [tet, {**tet, "position": [0, 3, 0]}], "obstacles": [
        {"shape": {"type": "capsule", "radius": 0.1, "length": 0.3}}, {"shape": {"type": "cylinder", "radius": 0.1, "length": 1}},
        {"shape": {"type": "sphere", "radius": 1}, "position": [0, -9, 0]}, {"shape": {"type": "box", "size": [1, 1, 1]}}],
        "attachments": [{"a": {"body": 0, "vertex": 4}, "b": {"body": 1, "vertex": 0}, "length": 1, "stiffness": 9, "until": 1},
                        {"a": {"body": 1, "vertex": 1}, "b": {"obstacle": 0, "point": [0, 3, 0]}, "breakForce": 3,
                         "curve": [[-1, 0], [0, 0], [1, 9]]}]}
    yield "events", {"bodies": [tet], "fields": [{"type": "wind", "velocity": [3, 0, 1]}], "input": [
        {"frame": 0, "flatten": {"body": 0, "height": 0.2}}, {"frame": 0, "scramble": {"body": 0, "seed": 3}},
        {"frame": 0, "wall": {"from": [2, 0, 0], "to": [2, 0, 1], "across": [0, 1, 0], "thickness": 0.1}},
        {"frame": 1, "move": {"body": 1, "position": [2, 1, 0]}}, {"frame": 1, "adjust": {"field": 0, "strength": 2}},
        {"frame": 1, "replace": {"field": 0, "with": {"type": "point", "keys": [{"time": 1, "share": 2}]}}},
        {"frame": 1, "hold": {"body": 0, "vertex": 4, "position": [0, 2, 0], "stiffness": 100}},
        {"frame": 1, "paint": {"body": 0, "factor": "stiffness", "position": [0, 0, 0], "radius": 2, "strength": 0.8,
                               "value": 0.2, "mirror": True}}]}
    yield "lesson", {"bodies": [tet], "lesson": {
        "order": 1, "title": "t", "question": "q?", "steps": ["a", "b"], "answer": "a", "source": "s",
        "prediction": {"choices": ["x", "y"], "right": 0}, "compare": ["substeps=2", "substeps=5"]}}
    yield "recording", {"scene": "tet.json", "frames": 3, "hash": "0123456789abcdef", "input": events}


# Calls by their place in worldCalls of world_calls.c, each with the bytes that follow it.
STEP, STAGE, BODY, SHEET, ROPE, OBSTACLE = [0], [2, 0], [3], [4], [5], [6]
PLAIN = [0, 0, 0, 1]  # of a body at y = 0: nothing replaced, no rotation


def worlds():
    solid, solids = BODY + PLAIN + [2], BODY + [4, 0, 0, 1, 2]
    sheet, rope = SHEET + [6, 0, 0, 1, 1, 100], ROPE + [8, 0, 0, 1, 3, 100]
    table = OBSTACLE + [0, 1, 1]
    start = [0, 0, 0]
    yield "fall", start + solid + STEP * 6
    yield "pile", start + solid + solids + sheet + rope + table + STEP * 8
    yield "asleep", [16 * 3, 0, 0] + solid + STEP * 40
    yield "double", [7, 0, 0] + solid + sheet + STEP * 3
    yield "stages", start + solid + sheet + STAGE * 12 + [240, 0, 0, 0, 0] + STEP
    for call in range(7, 29):
        yield f"call_{call}", start + solid + table + STEP + [25] + [call, 0, 1, 2, 3, 64, 80, 9, 12, 1] + STEP + [26] + STEP
    for kind in range(3):
        yield f"around_{kind}", start + solid + rope + STEP * 2 + [243 + kind, kind] + STEP * 2
    for look in range(6):
        yield f"look_{look}", start + solid + solids + table + STEP * 3 + [216, 0, look, 30, 2, 2, 2, 2, 2, 2] + STEP


def main():
    root = pathlib.Path(sys.argv[1])
    for folder, endings, seeds in (("tet_mesh", TET_ENDINGS, tet_meshes()), ("surface", SURFACE_ENDINGS, surfaces()),
                                   ("import", IMPORT_ENDINGS, imported_surfaces()), ("obstacle", OBSTACLE_ENDINGS, obstacle_files())):
        (root / folder).mkdir(parents=True, exist_ok=True)
        for name, ending, content in seeds:
            data = content.encode() if isinstance(content, str) else content
            (root / folder / name).write_bytes(bytes([endings.index(ending)]) + data)
    for folder in ("array", "mesher", "scene"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for folder, seeds in (("mesher", mesher_shapes()), ("splice", splices()), ("state", altered()), ("keyframe", altered()),
                          ("world", worlds())):
        (root / folder).mkdir(parents=True, exist_ok=True)
        for name, data in seeds:
            (root / folder / name).write_bytes(bytes(data))
    for name, ending, array, content in array_files():
        data = content.encode() if isinstance(content, str) else content
        (root / "array" / name).write_bytes(bytes([ARRAY_ENDINGS.index(ending)]) + array.encode() + b"\0" + data)
    for name, scene in scenes():
        (root / "scene" / name).write_text(json.dumps(scene))


if __name__ == "__main__":
    main()
