// A broken file is refused with its name, the place and what was expected; it never crashes and never half loads.
#define _POSIX_C_SOURCE 200809L // truncate, chmod, geteuid
#include "gel/mesh.h"
#include "mesh_fixtures.h"

#include <sys/stat.h>
#include <unistd.h>

// One change to a sound file.
typedef struct Edit {
    const char* name;
    int variant; // tetGenEle: the .ele of tetGen0
    const char* find;
    size_t findSize;
    const char* replacement;
    size_t replacementSize;
    gelStatus status;
    const char* message;
} Edit;

enum { tetGenEle = -1 };

#define EDIT(name, variant, find, replacement, status, message)                                              \
    {                                                                                                        \
        name, variant, find, sizeof find - 1, replacement, sizeof replacement - 1, status, message           \
    }
#define BROKEN(name, variant, find, replacement, message)                                                    \
    EDIT(name, variant, find, replacement, gel_formatError, message)

#define ONE "\0\0\0\0\0\0\360\77" // 1.0, little endian
#define ONE_BIG "\77\360\0\0\0\0\0\0"
#define TETS_2 "\4\0\0\0\5\0\0\0\2\0\0\0"                  // type 4, 5 elements, 2 tags
#define TETS_4 "\3\0\0\0\1\0\0\0\4\0\0\0\5\0\0\0\0\0\0\0"  // dimension 3, entity 1, type 4, 5 elements
#define TET_2 "\1\0\0\0\4\0\0\0\7\0\0\0\6\0\0\0"           // nodes 1 4 7 6
#define TET_BIG "\0\0\0\4\0\0\0\0\0\0\0\3\0\0\0\6\0\0\0\5" // 4 points: 0 3 6 5
#define TYPES_BIG "\0\0\0\1\0\0\0\5\0\0\0\12"              // a point, a triangle, a tet
#define HEADER_4 "\2\0\0\0\0\0\0\0\10\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\10" // 2 blocks, 8 nodes, tags 1 to 8

static const Edit edits[] = {
    BROKEN("node count missing", tetGen0, "8 3 0 0\n", "",
           ".node:1: expected the dimension from 3 to 3, found '0'"),
    BROKEN("node count negative", tetGen0, "8 3", "-8 3", ".node:1: expected a number of points from 0 to"),
    BROKEN("node count of 2^31", tetGen0, "8 3", "2147483648 3",
           ".node:1: expected a number of points from 0 to"),
    BROKEN("node count beyond the file", tetGen0, "8 3", "2147483647 3",
           ".node:1: expected a number of points that"),
    BROKEN("node count beyond 64 bits", tetGen0, "8 3", "99999999999999999999999 3", "found '9999"),
    BROKEN("node count too small", tetGen0, "8 3", "7 3",
           ".node:9: expected the end of the file after 7 points"),
    BROKEN("node count too large", tetGen0, "8 3", "9 3",
           "expected 9 points, found the end of the file after 8"),
    BROKEN("node file of two dimensions", tetGen0, "8 3", "8 2",
           ".node:1: expected the dimension from 3 to 3, found '2'"),
    BROKEN("node numbers from 2", tetGen0, "\n0 0 0 0", "\n2 0 0 0",
           ".node:2: expected a point's number from 0 to 1"),
    BROKEN("node number left out", tetGen0, "1 1 0 0\n", "",
           ".node:3: expected a point's number from 1 to 1, found '2'"),
    BROKEN("node without z", tetGen0, "1 1 0 0", "1 1 0",
           ".node:3: expected a coordinate within 1e15, found the end of the line"),
    BROKEN("node with NaN", tetGen0, "1 1 0 0", "1 nan 0 0",
           ".node:3: expected a coordinate within 1e15, found 'nan'"),
    BROKEN("node with infinity", tetGen0, "1 1 0 0", "1 -inf 0 0", "found '-inf'"),
    BROKEN("node beyond the doubles", tetGen0, "1 1 0 0", "1 1e999 0 0", "found '1e999'"),
    BROKEN("node beyond 1e15", tetGen0, "1 1 0 0", "1 1.1e15 0 0", "found '1.1e15'"),
    BROKEN("node with a decimal comma", tetGen0, "1 1 0 0", "1 1,5 0 0",
           ".node:3: expected a coordinate within 1e15, found '1,5'"),
    BROKEN("node with a zero byte", tetGen0, "1 1 0 0", "1 \0 0 0",
           ".node:3: expected a coordinate within 1e15, found '?'"),
    BROKEN("ele of six points a tet", tetGenEle, "5 4 0", "5 6 0",
           "expected 4 or 10 points in a tet, found 6"),
    BROKEN("ele count beyond the file", tetGenEle, "5 4 0", "500 4 0",
           ".ele:1: expected a number of tets that"),
    BROKEN("ele count negative", tetGenEle, "5 4 0", "-1 4 0", ".ele:1: expected a number of tets from 0 to"),
    BROKEN("ele with no tets", tetGenEle, "5 4 0", "0 4 0", "expected the end of the file after 0 tets"),
    BROKEN("ele index too large", tetGenEle, "0 0 3 6 5", "0 0 3 6 8",
           ".ele:2: expected a point's number from 0 to 7, found '8'"),
    BROKEN("ele index negative", tetGenEle, "0 0 3 6 5", "0 0 3 6 -1",
           ".ele:2: expected a point's number from 0 to 7, found '-1'"),
    BROKEN("ele index with a fraction", tetGenEle, "0 0 3 6 5", "0 0 3 6 5.0", "found '5.0'"),
    BROKEN("ele line too short", tetGenEle, "0 0 3 6 5", "0 0 3 6",
           ".ele:2: expected a point's number from 0 to 7, found the end of the line"),

    EDIT("Gmsh 4.0", gmsh41Text, "4.1 0 8", "4 0 8", gel_unsupported,
         ".msh:2: Gmsh's format 4.0 is not supported; save"),
    EDIT("Gmsh 3", gmsh22Text, "2.2 0 8", "3.0 0 8", gel_unsupported, "format 3.0 is not supported"),
    EDIT("Gmsh 4.2", gmsh41Text, "4.1 0 8", "4.2 0 8", gel_unsupported, "format 4.2 is not supported"),
    EDIT("Gmsh 1", gmsh22Text, "$MeshFormat", "$NOD", gel_unsupported,
         ".msh:1: Gmsh's format 1 is not supported; save"),
    BROKEN("Gmsh version no number", gmsh22Text, "2.2 0", "two 0",
           ".msh:2: expected a version of the format, found 'two'"),
    BROKEN("Gmsh neither text nor binary", gmsh22Text, "2.2 0 8", "2.2 2 8",
           ".msh:2: expected ASCII (0) or binary (1), from 0 to 1"),
    BROKEN("Gmsh data of four bytes", gmsh22Text, "2.2 0 8", "2.2 0 4",
           ".msh:2: expected a data size from 8 to 8, found '4'"),
    BROKEN("Gmsh format not ended", gmsh22Text, "$EndMeshFormat\n", "",
           ".msh:3: expected $EndMeshFormat, found '$Nodes'"),
    BROKEN("Gmsh without nodes", gmsh22Text, "$Nodes", "$Knots",
           "expected $EndKnots, found the end of the file"),
    BROKEN("Gmsh without elements", gmsh22Text, "$EndNodes\n", "$EndNodes\n$Things ", "expected $EndThings"),
    BROKEN("Gmsh text between sections", gmsh22Text, "$Elements", "Elements",
           ".msh:15: expected a section such as $Nodes, found 'Elements'"),
    BROKEN("Gmsh elements first", gmsh22Text, "$Nodes", "$Elements",
           ".msh:4: expected $Nodes before $Elements"),
    BROKEN("Gmsh nodes twice", gmsh22Text, "$Elements", "$Nodes", ".msh:15: expected $Nodes once"),
    BROKEN("Gmsh 2.2 count of 2^31", gmsh22Text, "$Nodes\n8", "$Nodes\n2147483648",
           ".msh:5: expected a number of nodes from 0 to 2147483647"),
    BROKEN("Gmsh 2.2 count beyond the file", gmsh22Text, "$Nodes\n8", "$Nodes\n2147483647",
           ".msh:5: expected a number of nodes that"),
    BROKEN("Gmsh 2.2 count negative", gmsh22Text, "$Nodes\n8", "$Nodes\n-8",
           ".msh:5: expected a number of nodes from 0"),
    BROKEN("Gmsh 2.2 count too small", gmsh22Text, "$Nodes\n8", "$Nodes\n7",
           ".msh:13: expected $EndNodes, found '8'"),
    BROKEN("Gmsh 2.2 count too large", gmsh22Text, "$Nodes\n8", "$Nodes\n9",
           ".msh:14: expected a node's tag, an integer, found '$EndNodes'"),
    BROKEN("Gmsh 2.2 node twice", gmsh22Text, "\n 2 1 0 0", "\n 1 1 0 0",
           "expected each node once, found node 1 twice"),
    BROKEN("Gmsh 2.2 NaN", gmsh22Text, "\n 2 1 0 0", "\n 2 NaN 0 0",
           ".msh:7: expected a coordinate within 1e15, found 'NaN'"),
    BROKEN("Gmsh 2.2 node unknown", gmsh22Text, "0 1 1 4 7 6", "0 1 1 4 7 9",
           ".msh:19: expected the tag of a node, found 9"),
    BROKEN("Gmsh 2.2 node negative", gmsh22Text, "0 1 1 4 7 6", "0 1 1 4 7 -6",
           ".msh:19: expected a node's tag"),
    BROKEN("Gmsh 2.2 type unknown", gmsh22Text, "3 4 2 0 1", "3 77 2 0 1",
           ".msh:19: expected a type of element, found the unknown type 77"),
    BROKEN("Gmsh 2.2 type negative", gmsh22Text, "3 4 2 0 1", "3 -4 2 0 1", "found the unknown type -4"),
    BROKEN("Gmsh 2.2 tag count negative", gmsh22Text, "3 4 2 0 1", "3 4 -2 0 1",
           ".msh:19: expected a number of tags from 0"),
    BROKEN("Gmsh 2.2 tag count huge", gmsh22Text, "3 4 2 0 1", "3 4 2147483647 0 1",
           "expected an element's tag, an integer"),
    BROKEN("Gmsh 2.2 element count beyond the file", gmsh22Text, "$Elements\n7", "$Elements\n2147483647",
           ".msh:16: expected a number of elements that"),
    BROKEN("Gmsh 2.2 element left out", gmsh22Text, "3 4 2 0 1 1 4 7 6\n", "",
           ".msh:23: expected an element's number, an integer, found '$EndElements'"),
    BROKEN("Gmsh 2.2 word of garbage", gmsh22Text, "3 4 2 0 1 1 4 7 6", "3 4 2 0 1 1 4 7 \1\377\200\33[31m",
           ".msh:19: expected a node's tag"),

    BROKEN("Gmsh 4.1 count of 2^62", gmsh41Text, "\n 2 8 1 8", "\n 2 4611686018427387904 1 8",
           ".msh:5: expected a number of nodes that"),
    BROKEN("Gmsh 4.1 count of 2^64", gmsh41Text, "\n 2 8 1 8", "\n 2 18446744073709551616 1 8",
           ".msh:5: expected a number of nodes"),
    BROKEN("Gmsh 4.1 blocks hold fewer", gmsh41Text, "\n 2 8 1 8", "\n 1 8 1 8",
           "expected 8 nodes, found 6 in all blocks"),
    BROKEN("Gmsh 4.1 blocks hold more", gmsh41Text, "\n 2 8 1 8", "\n 2 7 1 8",
           ".msh:19: expected a number of nodes from 0 to 1, found '2'"),
    BROKEN("Gmsh 4.1 tags above their range", gmsh41Text, "\n 2 8 1 8", "\n 2 8 1 7",
           ".msh:21: expected a node's tag from 1 to 7, found '8'"),
    BROKEN("Gmsh 4.1 tags short of their range", gmsh41Text, "\n 2 8 1 8", "\n 2 8 1 9",
           "expected node tags from 1 to 9, found 1 to 8"),
    BROKEN("Gmsh 4.1 dimension", gmsh41Text, "\n 3 1 0 6", "\n 4 1 0 6",
           ".msh:6: expected an entity's dimension from 0 to 3, found '4'"),
    BROKEN("Gmsh 4.1 element count beyond the file", gmsh41Text, "\n 3 7 1 7", "\n 3 99999 1 7",
           ".msh:26: expected a number of elements that"),
    BROKEN("Gmsh 4.1 elements in blocks fewer", gmsh41Text, "\n 3 7 1 7", "\n 2 7 1 7",
           "expected 7 elements, found 2 in all blocks"),
    BROKEN("Gmsh 4.1 node unknown", gmsh41Text, "\n 3 1 4 7 6", "\n 3 1 4 7 0",
           ".msh:32: expected the tag of a node, found 0"),
    BROKEN("Gmsh 4.1 type unknown", gmsh41Text, "\n 3 1 4 5", "\n 3 1 0 5",
           ".msh:31: expected a type of element, found the unknown type 0"),
    BROKEN("Gmsh 4.1 end missing", gmsh41Text, "$EndElements", "$EndElement",
           "expected $EndElements, found '$EndElement'"),

    BROKEN("Gmsh binary without byte order", gmsh22Binary, "\n\1\0\0\0\n", "\n\2\0\0\0\n",
           "byte 20: expected the byte order's mark from 1 to 1, found 2"),
    BROKEN("Gmsh binary NaN", gmsh22Binary, ONE, "\0\0\0\0\0\0\370\177",
           ": byte 81: expected a coordinate within 1e15, found nan"),
    BROKEN("Gmsh binary infinity", gmsh22Binary, ONE, "\0\0\0\0\0\0\360\377", "found -inf"),
    BROKEN("Gmsh binary count of 2^31", gmsh22Binary, "$Nodes\n8\n", "$Nodes\n2147483648\n",
           "expected a number of nodes from 0 to"),
    BROKEN("Gmsh binary count beyond the file", gmsh22Binary, "$Nodes\n8\n", "$Nodes\n99999\n",
           "expected a number of nodes that"),
    BROKEN("Gmsh binary count without line end", gmsh22Binary, "$Nodes\n8\n", "$Nodes\n8",
           ": byte 47: expected a number of nodes from 0"),
    BROKEN("Gmsh binary type unknown", gmsh22Binary, TETS_2, "\4\1\0\0\5\0\0\0\2\0\0\0",
           "found the unknown type 260"),
    BROKEN("Gmsh binary block too large", gmsh22Binary, TETS_2, "\4\0\0\0\6\0\0\0\2\0\0\0",
           "expected a number of elements from 1 to 5, found 6"),
    BROKEN("Gmsh binary block negative", gmsh22Binary, TETS_2, "\4\0\0\0\377\377\377\377\2\0\0\0",
           "from 1 to 5, found -1"),
    BROKEN("Gmsh binary tag count huge", gmsh22Binary, TETS_2, "\4\0\0\0\5\0\0\0\377\377\377\177",
           "expected an element's tags, found the end"),
    BROKEN("Gmsh binary node unknown", gmsh22Binary, TET_2, "\1\0\0\0\4\0\0\0\7\0\0\0\6\1\0\0",
           "expected the tag of a node, found 262"),
    BROKEN("Gmsh 4.1 binary count of 2^63", gmsh41Binary, HEADER_4,
           "\2\0\0\0\0\0\0\0\10\0\0\0\0\0\0\200\1\0\0\0\0\0\0\0\10",
           "expected a number of nodes, an integer, found -"),
    BROKEN("Gmsh 4.1 binary count of 2^40", gmsh41Binary, HEADER_4,
           "\2\0\0\0\0\0\0\0\10\0\0\0\0\1\0\0\1\0\0\0\0\0\0\0\10", "expected a number of nodes that"),
    BROKEN("Gmsh 4.1 binary block beyond the count", gmsh41Binary, TETS_4,
           "\3\0\0\0\1\0\0\0\4\0\0\0\377\377\377\377\377\377\377\177",
           "expected a number of elements from 0 to 5"),

    BROKEN("MEDIT version", medit, "Formatted 2", "Formatted x",
           ".mesh:1: expected a version from 0 to 4, found 'x'"),
    BROKEN("MEDIT of two dimensions", medit, "Dimension\n3", "Dimension\n2",
           ".mesh:3: expected the dimension from 3 to 3, found '2'"),
    BROKEN("MEDIT without dimension", medit, "Dimension\n3\n", "",
           ".mesh:2: expected Dimension, found 'Vertices'"),
    BROKEN("MEDIT vertex count huge", medit, "Vertices\n8", "Vertices\n2147483647",
           ".mesh:5: expected a number of vertices that"),
    BROKEN("MEDIT vertex count negative", medit, "Vertices\n8", "Vertices\n-1",
           ".mesh:5: expected a number of vertices from 0"),
    BROKEN("MEDIT vertex left out", medit, "\n 1 0 0 1", "",
           ".mesh:13: expected a coordinate within 1e15, found 'Triangles'"),
    BROKEN("MEDIT vertex too many", medit, "Vertices\n8", "Vertices\n7",
           ".mesh:13: expected a keyword such as Vertices or Tetrahedra, found '1'"),
    BROKEN("MEDIT vertices twice", medit, "Triangles", "Vertices", ".mesh:14: expected Vertices once"),
    BROKEN("MEDIT tets first", medit, "Vertices", "Tetrahedra",
           ".mesh:4: expected Vertices before Tetrahedra"),
    BROKEN("MEDIT vertex zero", medit, "1 4 7 6 1", "0 4 7 6 1",
           ".mesh:20: expected a vertex from 1 to 8, found '0'"),
    BROKEN("MEDIT vertex too large", medit, "1 4 7 6 1", "9 4 7 6 1",
           ".mesh:20: expected a vertex from 1 to 8, found '9'"),
    BROKEN("MEDIT tet count too large", medit, "Tetrahedra\n5", "Tetrahedra\n6",
           ".mesh:25: expected a vertex from 1 to 8, found 'End'"),
    BROKEN("MEDIT triangle count huge", medit, "Triangles\n2", "Triangles\n2000000000",
           ".mesh:15: expected a number of records that"),
    BROKEN("MEDIT with no tets", medit, "Tetrahedra\n5", "Unknown\n5",
           "expected tets, found none (8 vertices, 2 other cells)"),
    BROKEN("MEDIT garbage", medit, "Triangles", "\200\201\202",
           ".mesh:14: expected a keyword such as Vertices or Tetrahedra, found '?"),

    EDIT("VTK 6", vtk51Text, "Version 5.1", "Version 6.0", gel_unsupported,
         ".vtk:1: VTK's legacy format 6.0 is not supported"),
    EDIT("VTK 5.2", vtk51Text, "Version 5.1", "Version 5.2", gel_unsupported, "format 5.2 is not supported"),
    EDIT("VTK POLYDATA", vtk20Text, "UNSTRUCTURED_GRID", "POLYDATA", gel_unsupported,
         ".vtk:4: expected an UNSTRUCTURED_GRID with tets, found POLYDATA"),
    EDIT("VTK STRUCTURED_POINTS", vtk20Text, "UNSTRUCTURED_GRID", "STRUCTURED_POINTS", gel_unsupported,
         "found STRUCTURED_POINTS"),
    EDIT("VTK RECTILINEAR_GRID", vtk20Text, "UNSTRUCTURED_GRID", "RECTILINEAR_GRID", gel_unsupported,
         "found RECTILINEAR_GRID"),
    BROKEN("VTK without magic", vtk20Text, "# vtk", "#vtk",
           ".vtk:1: expected '# vtk DataFile Version 2.0' or such, found '#vtk'"),
    BROKEN("VTK neither text nor binary", vtk20Text, "ASCII", "TEXT",
           ".vtk:3: expected ASCII or BINARY, found 'TEXT'"),
    BROKEN("VTK without data set", vtk20Text, "DATASET ", "",
           ".vtk:4: expected DATASET, found 'UNSTRUCTURED_GRID'"),
    BROKEN("VTK data set unknown", vtk20Text, "UNSTRUCTURED_GRID", "GRID",
           ".vtk:4: expected UNSTRUCTURED_GRID, found 'GRID'"),
    BROKEN("VTK point count huge", vtk20Text, "POINTS 8", "POINTS 2147483647",
           ".vtk:5: expected a number of points that"),
    BROKEN("VTK point count of 2^31", vtk20Text, "POINTS 8", "POINTS 2147483648",
           ".vtk:5: expected a number of points from 0"),
    BROKEN("VTK points of a type unknown", vtk20Text, "8 double", "8 quad",
           ".vtk:5: expected float or double, found 'quad'"),
    BROKEN("VTK points of integers", vtk20Text, "8 double", "8 int",
           ".vtk:5: expected points of float or double, found int"),
    BROKEN("VTK point count too small", vtk20Text, "POINTS 8", "POINTS 7",
           ".vtk:13: expected POINTS, CELLS or CELL_TYPES, found '1'"),
    BROKEN("VTK cells first", vtk20Text, "POINTS 8 double", "CELLS 7 31",
           ".vtk:5: expected POINTS before CELLS"),
    BROKEN("VTK more cells than values", vtk20Text, "CELLS 7 31", "CELLS 32 31",
           ".vtk:15: expected at most 31 cells in 31 values"),
    BROKEN("VTK value count huge", vtk20Text, "CELLS 7 31", "CELLS 7 2147483647",
           ".vtk:15: expected a number of values that"),
    BROKEN("VTK value count too small", vtk20Text, "CELLS 7 31", "CELLS 7 30",
           ".vtk:22: expected a number of points from 0 to 3, found '4'"),
    BROKEN("VTK value count too large", vtk20Text, "CELLS 7 31", "CELLS 7 32",
           "expected 32 values in the cells, found 31"),
    BROKEN("VTK cell of negative size", vtk20Text, "\n 4 0 3 6 5", "\n -4 0 3 6 5",
           ".vtk:18: expected a number of points from 0 to"),
    BROKEN("VTK point too large", vtk20Text, "\n 4 0 3 6 5", "\n 4 0 3 6 8",
           ".vtk:18: expected a point from 0 to 7, found '8'"),
    BROKEN("VTK point negative", vtk20Text, "\n 4 0 3 6 5", "\n 4 0 3 6 -1",
           ".vtk:18: expected a point from 0 to 7, found '-1'"),
    BROKEN("VTK type that does not fit", vtk20Text, "7\n 1 5 10", "7\n 1 5 12",
           ".vtk:25: expected a type that fits the 4 points of cell 2, found type 12"),
    BROKEN("VTK type count", vtk20Text, "CELL_TYPES 7", "CELL_TYPES 6",
           ".vtk:24: expected a number of cell types from 7 to 7"),
    BROKEN("VTK without types", vtk20Text, "CELL_TYPES 7", "POINT_DATA 8",
           ".vtk:24: expected POINTS, CELLS or CELL_TYPES, found 'POINT_DATA'"),
    BROKEN("VTK 5.1 offsets fall", vtk51Text, " 0 1 4 8", " 0 1 4 3",
           ".vtk:17: expected an offset from 4 to 24, found '3'"),
    BROKEN("VTK 5.1 offsets start late", vtk51Text, " 0 1 4 8", " 1 1 4 8",
           ".vtk:17: expected an offset from 0 to 0, found '1'"),
    BROKEN("VTK 5.1 offsets end early", vtk51Text, "20 24", "20 23",
           ".vtk:17: expected an offset from 24 to 24, found '23'"),
    BROKEN("VTK 5.1 offset count huge", vtk51Text, "CELLS 8 24", "CELLS 2147483647 24",
           "expected a number of offsets that"),
    BROKEN("VTK 5.1 point count huge", vtk51Text, "CELLS 8 24", "CELLS 8 2147483647",
           "expected a number of cell points that"),
    BROKEN("VTK 5.1 without connectivity", vtk51Text, "CONNECTIVITY", "CONNECTIONS",
           ".vtk:18: expected CONNECTIVITY, found 'CONNECTIONS'"),
    BROKEN("VTK 5.1 tet of three points", vtk51Text, " 0 1 4 8", " 0 1 5 8",
           "expected a type that fits the 4 points of cell 1, found type 5"),
    BROKEN("VTK old cells in version 5.1", vtk20Text, "Version 2.0", "Version 5.1",
           ".vtk:16: expected OFFSETS, found '1'"),
    BROKEN("VTK cut in the last type", vtk20Text, "10 10 10\n", "10 10 1",
           ".vtk:25: expected a type that fits the 4 points of cell 6, found type 1"),
    BROKEN("VTK binary NaN", vtk20Binary, ONE_BIG, "\177\370\0\0\0\0\0\0",
           ": byte 107: expected a coordinate within 1e15, found nan"),
    BROKEN("VTK binary point too large", vtk20Binary, TET_BIG,
           "\0\0\0\4\0\0\0\0\0\0\0\3\0\0\0\6\177\377\377\377",
           "expected a point from 0 to 7, found 2147483647"),
    BROKEN("VTK binary cell too large", vtk20Binary, TET_BIG,
           "\177\377\377\377\0\0\0\0\0\0\0\3\0\0\0\6\0\0\0\5", "expected a number of points from 0 to"),
    BROKEN("VTK binary type negative", vtk20Binary, TYPES_BIG, "\377\377\377\377\0\0\0\5\0\0\0\12",
           "expected a cell's type from 0 to 255, found -1"),
};

static void checkRefusal(const char* name, const char* path, gelStatus expected, const char* message)
{
    gelTetMesh mesh;
    gelMeshRepair repair;
    gelStatus status = gelLoadTetMesh(path, &mesh, &repair);
    CHECK(status == expected, "%s: status %d, not %d", name, (int)status, (int)expected);
    CHECK(strstr(gelLastError(), message) != NULL, "%s: \"%s\" does not hold \"%s\"", name, gelLastError(),
          message);
    CHECK(strchr(gelLastError(), '\n') == NULL, "%s: more than a line", name);
    CHECK(mesh.positions == NULL && mesh.tets == NULL && mesh.sourceVertices == NULL && mesh.vertexCount == 0,
          "%s: the mesh is not empty", name);
    gelDestroyTetMesh(&mesh);
}

static bool applyEdit(Buffer* buffer, const Edit* edit)
{
    for (size_t at = 0; at + edit->findSize <= buffer->size; at++)
        if (memcmp(buffer->bytes + at, edit->find, edit->findSize) == 0) {
            Buffer changed = {.size = 0};
            put(&changed, buffer->bytes, at);
            put(&changed, edit->replacement, edit->replacementSize);
            put(&changed, buffer->bytes + at + edit->findSize, buffer->size - at - edit->findSize);
            *buffer = changed;
            return true;
        }
    return false;
}

static void each_change_that_breaks_a_file_is_refused_with_its_place(void)
{
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        const Edit* edit = &edits[i];
        bool isEle = edit->variant == tetGenEle;
        const Variant* variant = &variants[isEle ? tetGen0 : edit->variant];
        Buffer buffer = {.size = 0};
        (isEle ? writeEle : variant->write)(&buffer, variant);
        CHECK(applyEdit(&buffer, edit), "%s: the text to change is not there", edit->name);
        writeCompanion(variant, "broken");
        if (isEle) {
            Buffer node = {.size = 0};
            writeNode(&node, variant);
            writeFile(scratchPath("broken", ".node"), node.bytes, node.size);
        }
        const char* path = scratchPath("broken", isEle ? ".ele" : variant->ending);
        writeFile(path, buffer.bytes, buffer.size);
        checkRefusal(edit->name, path, edit->status, edit->message);
        CHECK_TEXT(gelLastError(), "broken");
    }
}

static void whole_files_of_something_else_are_refused_by_name(void)
{
    static const struct {
        const char* ending;
        const char* text;
        size_t size;
        gelStatus status;
        const char* message;
    } files[] = {
#define FILE_OF(ending, text, status, message) {ending, text, sizeof text - 1, status, message}
        FILE_OF(".msh", "", gel_formatError, "expected content, found an empty file"),
        FILE_OF(".msh", " \n\n", gel_formatError, "expected $Elements, found the end of the file"),
        FILE_OF(".msh", "\10\0\0\0\14\0\0\0\10\0\0\0", gel_formatError, "other programs' .msh files"),
        FILE_OF(".msh", "$MeshFormat", gel_formatError,
                ":1: expected a version of the format, found the end of the file"),
        FILE_OF(".vtk", "\177ELF\2\1\1", gel_formatError,
                ":1: expected '# vtk DataFile Version 2.0' or such"),
        FILE_OF(".mesh", "\1\0\0\0\3\0\0\0", gel_unsupported, "binary MEDIT (.meshb) is not supported; save"),
        FILE_OF(".mesh", "\0\0\0\1\0\0\0\3", gel_unsupported, "binary MEDIT (.meshb) is not supported; save"),
        FILE_OF(".meshb", "\1\0\0\0\3\0\0\0", gel_unsupported,
                "binary MEDIT (.meshb) is not supported; save"),
        FILE_OF(".mesh", "[headers]\nversion 1\n", gel_formatError,
                ":1: expected MeshVersionFormatted, found '[headers]'"),
        FILE_OF(".vtu", "<VTKFile type=\"UnstructuredGrid\">", gel_unsupported,
                ".vtu) are not supported; save"),
        FILE_OF(".vtk", "<?xml version=\"1.0\"?>", gel_unsupported, ".vtu) are not supported; save"),
        FILE_OF(".obj", "v 0 0 0\n", gel_unsupported, "a surface; fill the surface with tets first"),
        FILE_OF("", "v 0 0 0\n", gel_unsupported, "found the ending ''"),
        FILE_OF(".mesh", "MeshVersionFormatted 1 Dimension 3", gel_formatError,
                "expected Vertices, found the end of the file"),
        FILE_OF(".mesh",
                "MeshVersionFormatted 1 Dimension 3 Vertices 4 0 0 0 0 1 0 0 0 0 1 0 0 1 1 0 0 Tetrahedra 1 "
                "1 2 3 4 0",
                gel_formatError, "found that all 1 are flat"),
        FILE_OF(".vtk",
                "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 0 float\nCELLS 0 0\n"
                "OFFSETS vtktypeint64\nCONNECTIVITY vtktypeint64\nCELL_TYPES 0\n",
                gel_formatError, "expected tets, found none (0 vertices"),
        FILE_OF(
            ".vtk",
            "# vtk DataFile Version 4.2\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD f 1\na 1 1 string\nx\n",
            gel_formatError, ":6: expected a numeric type in a field before the cells, found 'string'"),
        FILE_OF(".vtk",
                "# vtk DataFile Version 4.2\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD f 1\na 2000000000 "
                "2000000000 int\n1",
                gel_formatError, "expected a field's values, found the end of the file"),
#undef FILE_OF
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char* path = scratchPath("foreign", files[i].ending);
        writeFile(path, files[i].text, files[i].size);
        checkRefusal(files[i].message, path, files[i].status, files[i].message);
        CHECK_TEXT(gelLastError(), "foreign");
    }
}

static void what_is_no_readable_file_is_refused(void)
{
    checkRefusal("missing", scratchPath("not_there", ".msh"), gel_fileError,
                 "not_there.msh: cannot be opened: ");
    checkRefusal("folder", GEL_SCRATCH, gel_fileError, "expected a file, found a folder");
    checkRefusal("device", "/dev/null", gel_fileError, "/dev/null: expected a file, found a device or pipe");
    checkRefusal("no name", "", gel_fileError, "cannot be opened");
    const char* path = scratchPath("large", ".vtk");
    writeFile(path, "# vtk", 5);
    CHECK_INT(truncate(path, 3LL << 30), 0); // sparse: takes no room
    checkRefusal("3 GiB", path, gel_unsupported,
                 "large.vtk: expected less than 2 GiB, found 3221225472 bytes");
    remove(path);
}

static void a_file_without_permission_is_refused(void)
{
    if (geteuid() == 0)
        SKIP("the superuser may read everything");
    const char* path = scratchPath("locked", ".vtk");
    remove(path);
    writeFile(path, "# vtk", 5);
    chmod(path, 0);
    checkRefusal("locked", path, gel_fileError, "locked.vtk: cannot be opened: ");
    remove(path);
}

static void a_tetgen_file_without_its_other_names_both(void)
{
    remove(scratchPath("alone", ".ele"));
    Buffer buffer = {.size = 0};
    writeNode(&buffer, &variants[tetGen0]);
    const char* path = scratchPath("alone", ".node");
    writeFile(path, buffer.bytes, buffer.size);
    checkRefusal("alone", path, gel_fileError, "alone.ele: cannot be opened: ");
    CHECK_TEXT(gelLastError(), "alone.node needs it");
}

static double volumeOf(const gelTetMesh* mesh)
{
    gelMeshReport report;
    return gelReportTetMesh(mesh, &report) == gel_success ? report.volume : -1;
}

static void a_file_cut_anywhere_is_refused_or_whole(void)
{
    for (int i = 0; i < variantCount; i++) {
        const Variant* variant = &variants[i];
        Buffer buffer = {.size = 0};
        variant->write(&buffer, variant);
        writeCompanion(variant, "cut");
        const char* path = scratchPath("cut", variant->ending);
        int loaded = 0;
        for (size_t size = 0; size < buffer.size; size++) {
            gelTetMesh mesh;
            writeFile(path, buffer.bytes, size);
            if (gelLoadTetMesh(path, &mesh, NULL) != gel_success)
                continue;
            loaded++;
            CHECK(mesh.vertexCount == 8 && mesh.tetCount == 5 && fabs(volumeOf(&mesh) - 1) < 1e-12,
                  "%s cut at byte %zu: %d vertices, %d tets", variant->name, size, mesh.vertexCount,
                  mesh.tetCount);
            gelDestroyTetMesh(&mesh);
        }
        CHECK(loaded < 80, "%s loads from %d of its beginnings", variant->name, loaded);
    }
}

static void a_cut_ele_file_is_refused_or_whole(void)
{
    const Variant* variant = &variants[tetGen0];
    Buffer node = {.size = 0}, ele = {.size = 0};
    writeNode(&node, variant);
    writeEle(&ele, variant);
    writeFile(scratchPath("cut_ele", ".node"), node.bytes, node.size);
    const char* path = scratchPath("cut_ele", ".ele");
    for (size_t size = 0; size + 1 < ele.size; size++) {
        gelTetMesh mesh;
        writeFile(path, ele.bytes, size);
        CHECK(gelLoadTetMesh(path, &mesh, NULL) != gel_success, "loads from its first %zu bytes", size);
        gelDestroyTetMesh(&mesh);
    }
}

static int allocationsLeft;

static void* failingResize(void* block, size_t size)
{
    return allocationsLeft-- > 0 ? realloc(block, size) : NULL;
}

static void memory_that_runs_out_while_loading_is_reported(void)
{
    for (int i = 0; i < variantCount; i++) {
        const Variant* variant = &variants[i];
        Buffer buffer = {.size = 0};
        variant->write(&buffer, variant);
        writeCompanion(variant, "memory");
        const char* path = scratchPath("memory", variant->ending);
        writeFile(path, buffer.bytes, buffer.size);
        gelSetAllocator(failingResize, free);
        gelStatus status = gel_outOfMemory;
        int allowed = 0;
        for (; status == gel_outOfMemory && allowed < 100; allowed++) {
            gelTetMesh mesh;
            allocationsLeft = allowed;
            status = gelLoadTetMesh(path, &mesh, NULL);
            gelDestroyTetMesh(&mesh);
        }
        gelSetAllocator(NULL, NULL);
        CHECK(status == gel_success && allowed > 8, "%s: status %d with %d allocations", variant->name,
              (int)status, allowed);
    }
}

// A small deterministic generator: the same changes in every run.
static uint32_t nextRandom(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void random_changes_never_break_the_promise_of_a_mesh(void)
{
    uint32_t state = 1;
    for (int round = 0; round < 200 * variantCount; round++) {
        const Variant* variant = &variants[round % variantCount];
        Buffer buffer = {.size = 0};
        variant->write(&buffer, variant);
        for (uint32_t changes = 1 + nextRandom(&state) % 3; changes > 0; changes--) {
            size_t at = nextRandom(&state) % buffer.size;
            uint32_t kind = nextRandom(&state) % 3;
            if (kind == 0)
                buffer.bytes[at] = (char)(nextRandom(&state) & 255);
            else if (kind == 1)
                buffer.bytes[at] = "0123456789-. $\n"[nextRandom(&state) % 15];
            else
                buffer.bytes[at] = (char)(buffer.bytes[at] ^ 1 << nextRandom(&state) % 8);
        }
        const char* path = scratchPath("random", variant->ending);
        writeCompanion(variant, "random");
        writeFile(path, buffer.bytes, buffer.size);
        gelTetMesh mesh;
        gelStatus status = gelLoadTetMesh(path, &mesh, NULL);
        CHECK(status == gel_success || strstr(gelLastError(), "random") != NULL, "%s", gelLastError());
        CHECK(status != gel_success || volumeOf(&mesh) > 0, "%s: a mesh without volume", variant->name);
        gelDestroyTetMesh(&mesh);
    }
}

TESTS(TEST(each_change_that_breaks_a_file_is_refused_with_its_place),
      TEST(whole_files_of_something_else_are_refused_by_name), TEST(what_is_no_readable_file_is_refused),
      TEST(a_file_without_permission_is_refused), TEST(a_tetgen_file_without_its_other_names_both),
      TEST(a_file_cut_anywhere_is_refused_or_whole), TEST(a_cut_ele_file_is_refused_or_whole),
      TEST(memory_that_runs_out_while_loading_is_reported),
      TEST(random_changes_never_break_the_promise_of_a_mesh))
