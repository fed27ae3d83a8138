// Scenes that must be refused, each with a message that gives the place and the problem.
#include "gel/gel.h"
#include "support/harness.h"

#define PATH GEL_SCRATCH "/bad.json"

typedef struct BadScene {
    const char* name;
    const char* text;
    const char* message; // what gelLastError must hold
} BadScene;

#define BOX "\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}"
#define TET "\"vertices\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],\"tets\":[[0,1,2,3]]"
#define SCENE(keys) "{" keys ",\"bodies\":[{" BOX "}]}"
#define BODY(keys) "{\"bodies\":[{" keys "}]}"
#define MATERIAL(keys) BODY(BOX ",\"material\":{" keys "}")

static const BadScene syntax[] = {
    {"empty file", "", "bad.json: expected content, found an empty file"},
    {"broken off", "{\n  \"bodies\": [", "bad.json:2:14: "},
    {"comma at the end", "{\n  \"bodies\": [\n    1,\n  ]\n}",
     "bad.json:4:3: not valid JSON from here on: ']'; remove the comma before it"},
    {"comma at the end of an object", "{\n  \"substeps\": 1,\n }",
     "bad.json:3:2: not valid JSON from here on: '}'; remove the comma before it"},
    {"missing comma", "{\"name\": \"a\"\n \"bodies\": []}",
     "bad.json:2:2: not valid JSON from here on: '\"bodies\": []}'; a comma or a colon may be missing before it"},
    {"key without quotes", "{ bodies: []}",
     "bad.json:1:3: not valid JSON from here on: 'bodies: []}'; names and texts need double quotes"},
    {"later key without quotes", "{\"substeps\": 1, n: 1}",
     "bad.json:1:17: not valid JSON from here on: 'n: 1}'; names"},
    {"single quotes", "{\"name\": 'jelly'}",
     "bad.json:1:10: not valid JSON from here on: ''jelly'}'; names and texts need double quotes"},
    {"missing comma after an empty object", "{\"a\": {}\"b\": 1}",
     "bad.json:1:9: not valid JSON from here on: '\"b\": 1}'; a comma or a colon may be missing before it"},
    {"control byte after a text", "[\"x\",\"\x01\"]", "bad.json:1:7: not valid JSON: found byte 0x01"},
    {"unknown escape", "[\"a\",\"\\q\"]", "bad.json:1:7: not valid JSON from here on: '\\q\"]'"},
    {"garbage behind", SCENE("\"name\":\"a\"") "\n  }", "bad.json:2:3: not valid JSON from here on: '}'"},
    {"NaN", SCENE("\"timeStep\": NaN"), "bad.json:1:14: not valid JSON from here on: 'NaN"},
    {"comment", "// scene\n{}",
     "bad.json:1:1: not valid JSON from here on: '// scene'; JSON has no comments"},
    {"comment before a key", "{\n  # scene\n}",
     "bad.json:2:3: not valid JSON from here on: '# scene'; JSON has no comments"},
    {"number without a digit before the point", "{\"timeStep\": .5}",
     "bad.json:1:14: not valid JSON from here on: '.5}'; numbers begin with a digit or a minus sign"},
    {"quotient", "{\"timeStep\": 1/64}", "bad.json:1:15: not valid JSON from here on: '/64}'"},
    {"UTF-16", "\xff\xfe{", "bad.json:1:1: not valid JSON from here on: '\xff\xfe{'"},
    {"control byte", "{\001}", "bad.json:1:2: not valid JSON: found byte 0x01"},
};

static const BadScene structure[] = {
    {"not an object", "[1, 2]", "bad.json: $: expected an object with \"bodies\", found an array of 2"},
    {"a number", "3", "bad.json: $: expected an object with \"bodies\", found 3"},
    {"null", "null", "bad.json: $: expected an object with \"bodies\", found null"},
    {"no bodies", "{}", "bad.json: $: \"bodies\" is missing"},
    {"empty bodies", "{\"bodies\":[]}",
     "$.bodies: expected an array of at least one body, found an array of 0"},
    {"bodies of an object", "{\"bodies\":{}}",
     "$.bodies: expected an array of at least one body, found an object"},
    {"body of a number", "{\"bodies\":[7]}", "$.bodies[0]: expected an object, found 7"},
    {"unknown key", SCENE("\"camera\":1"),
     "$.camera: unknown key; expected one of $schema, name, description, timeStep"},
    {"positions of two floats", SCENE("\"compensated\":true"),
     "$.compensated: there are no positions of two floats any more: remove this key, and use the solver "
     "twoLevel for stiff bodies, or the back end double"},
    {"misspelt key", SCENE("\"gravitiy\":[0,0,0]"), "$.gravitiy: unknown key; did you mean \"gravity\"?"},
    {"mass", MATERIAL("\"mass\":1"), "material.mass: unknown key; did you mean \"density\"?"},
    {"mass of a body", BODY(BOX ",\"mass\":1"), "$.bodies[0].mass: unknown key; did you mean \"material\"?"},
    {"location", BODY(BOX ",\"location\":[0,1,0]"), "location: unknown key; did you mean \"position\"?"},
    {"file", BODY("\"file\":\"bear.obj\""), "$.bodies[0].file: unknown key; did you mean \"mesh\"?"},
    {"wrong case", MATERIAL("\"youngmodulus\":1"),
     "material.youngmodulus: unknown key; did you mean \"youngModulus\"?"},
    {"key that needs quotes", SCENE("\"time step\":1"),
     "$[\"time step\"]: unknown key; did you mean \"timeStep\"?"},
    {"duplicate key", SCENE("\"substeps\":1,\"substeps\":2"), "$.substeps: duplicate key"},
    {"duplicate material", SCENE("\"materials\":{\"a\":{},\"b\":{},\"a\":{}}"),
     "$.materials.a: duplicate key"},
    {"duplicate group",
     BODY(BOX ",\"groups\":{\"b\":{\"below\":0},\"a\":{\"below\":0},\"c\":{\"below\":0},\"a\":{\"below\":0},"
              "\"b\":{\"below\":0}}"),
     "$.bodies[0].groups.a: duplicate key"},
    {"long name",
     SCENE("\"name\":\"0123456789012345678901234567890123456789012345678901234567890123456789"
           "0123456789012345678901234567890123456789\""),
     "$.name: expected a string of 1 to 100 bytes, found 110"},
};

static const BadScene values[] = {
    {"field of no type", SCENE("\"fields\":[{\"type\":\"storm\"}]"),
     "$.fields[0].type: expected one of uniform"},
    {"field without a direction", SCENE("\"fields\":[{\"direction\":[0,0,0]}]"),
     "$.fields[0]: direction: expected one with a length"},
    {"wind of negative strength", SCENE("\"fields\":[{\"type\":\"wind\",\"strength\":-1}]"),
     "$.fields[0]: strength: expected 0 to 1e6 of wind, found -1"},
    {"keys of a field out of order",
     SCENE("\"fields\":[{\"keys\":[{\"time\":2,\"share\":1},{\"time\":1,\"share\":1}]}]"),
     "$.fields[0]: keys[1].time: expected more than that of the key before"},
    {"turns before the first key of an obstacle",
     SCENE(
         "\"obstacles\":[{\"shape\":{\"type\":\"sphere\",\"radius\":1},\"keys\":[{\"time\":0,\"turns\":2}]}]"),
     "$.obstacles[0].keys[0]: turns: expected 0 for a key at 0 s, which no key precedes, found 2"},
    {"turns before the first key of goals", BODY(BOX ",\"goals\":{\"keys\":[{\"time\":0,\"turns\":-1}]}"),
     "$.bodies[0].goals.keys[0]: turns: expected 0 for a key at 0 s, which no key precedes, found -1"},
    {"two fields of one name", SCENE("\"fields\":[{\"name\":\"a\"},{\"name\":\"a\"}]"),
     "$.fields[1]: name: expected a unique name"},
    {"weight of no field",
     "{\"fields\":[{\"name\":\"breeze\"}],\"bodies\":[{" BOX ",\"weights\":{\"breze\":1}}]}",
     "$.bodies[0].weights.breze: no field has this name; did you mean \"breeze\"?"},
    {"weight that is no number", BODY(BOX ",\"weights\":{\"gravity\":true}"),
     "$.bodies[0].weights.gravity: expected a number from -1e6 to 1e6, found true"},
    {"text for a number", SCENE("\"timeStep\":\"soon\""),
     "$.timeStep: expected a number from 1e-6 to 1 (s), found \"soon\""},
    {"quotient for a number", SCENE("\"timeStep\":\"1/64\""),
     "$.timeStep: expected a number from 1e-6 to 1 (s), found the text \"1/64\"; write 0.015625, without quotes"},
    {"quotient that is too large", SCENE("\"timeStep\":\"64/1\""),
     "$.timeStep: expected a number from 1e-6 to 1 (s), found \"64/1\""},
    {"infinite", SCENE("\"timeStep\":1e999"), "$.timeStep: expected a number from 1e-6 to 1 (s), found inf"},
    {"half a substep", SCENE("\"substeps\":2.5"),
     "$.substeps: expected a whole number from 1 to 1000, found 2.5"},
    {"huge substeps", SCENE("\"substeps\":1e30"),
     "$.substeps: expected a whole number from 1 to 1000, found 1e+30"},
    {"short gravity", SCENE("\"gravity\":[0,1]"),
     "$.gravity: expected an array of 3 numbers, found an array of 2"},
    {"null in gravity", SCENE("\"gravity\":[0,null,0]"),
     "$.gravity[1]: expected a number from -1e6 to 1e6 (m/s^2), found null"},
    {"order", SCENE("\"order\":\"color\""),
     "$.order: expected one of colour, mesh, jacobi, jacobi-averaged, jacobi-relaxed, found \"color\""},
    {"integrator", SCENE("\"integrator\":\"rk4\""),
     "$.integrator: expected one of xpbd, explicitEuler, symplecticEuler, heun, rungeKutta4, found \"rk4\""},
    {"springDamping", SCENE("\"springDamping\":-1"),
     "$.springDamping: expected a number from 0 to 10 (s), found -1"},
    {"ground of true", SCENE("\"ground\":true"),
     "$.ground: expected an object, or false for no ground, found true"},
    {"ground without direction", SCENE("\"ground\":{\"normal\":[0,0,0]}"),
     "$.ground: ground.normal: expected a direction"},
    {"height and normal", SCENE("\"ground\":{\"height\":1,\"offset\":1}"),
     "$.ground: expected either height or normal"},
    {"bouncy", SCENE("\"ground\":{\"restitution\":1.5}"),
     "$.ground.restitution: expected a number from 0 to 1, found 1.5"},
    {"friction", SCENE("\"ground\":{\"friction\":-1}"),
     "$.ground.friction: expected a number from 0 to 100, found -1"},
    {"negative density", MATERIAL("\"density\":-3"), "$.bodies[0].material.density: expected a number > 0"},
    {"density found", MATERIAL("\"density\":-3"), ", found -3"},
    {"density that is 0 in single precision", MATERIAL("\"density\":1e-60"),
     "material.density: expected a number > 0"},
    {"Poisson's ratio 0.5", MATERIAL("\"poissonRatio\":0.5"),
     "material.poissonRatio: expected a number >= 0 and < 0.5, found 0.5"},
    {"Poisson's ratio that rounds to 0.5", MATERIAL("\"poissonRatio\":0.499999999999"),
     "material.poissonRatio: expected"},
    {"both stiffnesses", MATERIAL("\"youngModulus\":1e5,\"edgeCompliance\":0"),
     "$.bodies[0].material: expected either youngModulus"},
    {"neo-Hookean with compliances", MATERIAL("\"model\":\"neoHookean\",\"edgeCompliance\":0"),
     "$.bodies[0].material: expected youngModulus and poissonRatio, which the model neoHookean needs"},
    {"unknown model", MATERIAL("\"model\":\"neohookean\""), "material.model: expected"},
    {"unknown material", "{\"materials\":{\"jelly\":{}},\"bodies\":[{" BOX ",\"material\":\"jely\"}]}",
     "$.bodies[0].material: there is no material \"jely\"; did you mean \"jelly\"?"},
    {"material in the list", "{\"materials\":{\"my jelly\":{\"damping\":-1}},\"bodies\":[]}",
     "$.materials[\"my jelly\"].damping: expected"},
};

static const BadScene bodies[] = {
    {"no mesh", BODY("\"scale\":1"),
     "$.bodies[0]: expected exactly one of mesh, shape, or vertices with tets"},
    {"two meshes", BODY(BOX ",\"mesh\":\"x.node\""), "$.bodies[0]: expected exactly one of mesh, shape"},
    {"vertices alone", BODY("\"vertices\":[[0,0,0]]"), "$.bodies[0]: expected exactly one of mesh, shape"},
    {"second body", "{\"bodies\":[{" BOX "},{" BOX ",\"scale\":0}]}",
     "$.bodies[1].scale: expected a number > 0 and <= 1e9, found 0"},
    {"mesh file missing", BODY("\"mesh\":\"nowhere/bear.node\""), "$.bodies[0].mesh: "},
    {"mesh file's path", BODY("\"mesh\":\"nowhere/bear.node\""), GEL_SCRATCH "/nowhere/bear."},
    {"mesh of another format", BODY("\"mesh\":\"bad.json\""), "$.bodies[0].mesh: "},
    {"mesh of a number", BODY("\"mesh\":5"), "$.bodies[0].mesh: expected the path of a mesh file, found 5"},
    {"shape without type", BODY("\"shape\":{}"), "$.bodies[0].shape: \"type\" is missing"},
    {"shape by name", BODY("\"shape\":\"box\""),
     "$.bodies[0].shape: expected an object with \"type\", found \"box\""},
    {"a box of no size", BODY("\"shape\":{\"type\":\"box\"}"), "shape: \"size\", \"cells\" are missing"},
    {"unknown shape", BODY("\"shape\":{\"type\":\"cone\"}"),
     "$.bodies[0].shape.type: expected one of box, beam, sphere, torus, cloth, rope, balloon, found \"cone\""},
    {"key of another shape", BODY("\"shape\":{\"type\":\"sphere\",\"size\":[1,1,1]}"),
     "shape.size: unknown key"},
    {"cloth of a shape", BODY(BOX ",\"as\":\"cloth\""),
     "$.bodies[0]: as: the lines or triangles of a file are used as they are"},
    {"cloth of tets", BODY("\"mesh\":\"nowhere.node\",\"as\":\"cloth\""),
     "$.bodies[0].mesh: cloth and ropes are made of surface files"},
    {"rope without lines", BODY("\"shape\":{\"type\":\"rope\",\"length\":1,\"segments\":0}"),
     "$.bodies[0].shape.segments: expected"},
    {"skin on a rope",
     BODY("\"shape\":{\"type\":\"rope\",\"length\":1,\"segments\":2},\"skin\":\"bear.obj\""),
     "$.bodies[0].skin: cloth and ropes cannot have a skin"},
    {"neo-Hookean rope",
     BODY("\"shape\":{\"type\":\"rope\",\"length\":1,\"segments\":2},"
          "\"material\":{\"model\":\"neoHookean\"}"),
     "$.bodies[0].material: model: expected \"edges\" for cloth and ropes"},
    {"fat torus", BODY("\"shape\":{\"type\":\"torus\",\"ringRadius\":1,\"tubeRadius\":2,\"cells\":4}"),
     "$.bodies[0].shape: "},
    {"billion cells", BODY("\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1000,1000,1000]}"),
     "$.bodies[0].shape: expected at most 20000000 lattice cells, found 1e+09"},
    {"tet of a vertex that is not there",
     BODY("\"vertices\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],\"tets\":[[0,1,2,4]]"),
     "$.bodies[0].tets[0][3]: expected a whole number from 0 to 3, found 4"},
    {"flat tet", BODY("\"vertices\":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]],\"tets\":[[0,1,2,3]]"),
     "$.bodies[0].tets: "},
    {"coordinate", BODY("\"vertices\":[[0,0,0],[1,0,1e300],[0,1,0],[0,0,1]],\"tets\":[[0,1,2,3]]"),
     "$.bodies[0].vertices[1][2]: expected"},
    {"rotation of a number", BODY(BOX ",\"rotation\":90"),
     "$.bodies[0].rotation: expected {\"axis\": [x, y, z], \"degrees\": d} or"},
    {"rotation about nothing", BODY(BOX ",\"rotation\":{\"axis\":[0,0,0],\"degrees\":9}"),
     "$.bodies[0].rotation: expected an axis"},
    {"rotation of zeros", BODY(BOX ",\"rotation\":[0,0,0,0]"),
     "$.bodies[0].rotation: expected a quaternion with a length"},
    {"rotation without angle", BODY(BOX ",\"rotation\":{\"axis\":[0,1,0]}"),
     "$.bodies[0].rotation: \"degrees\" is missing"},
    {"too many copies", BODY(BOX ",\"repeat\":{\"count\":[1000,1000,1000],\"spacing\":[1,1,1]}"),
     "$.bodies[0]: expected at most 100000 bodies in all"},
    {"no copies", BODY(BOX ",\"repeat\":{\"count\":[1,0,1],\"spacing\":[1,1,1]}"),
     "$.bodies[0].repeat.count[1]: expected"},
    {"pins of an object", BODY(BOX ",\"pins\":{\"below\":1}"),
     "$.bodies[0].pins: expected an array of at most 1000 pins, found an object"},
    {"pin of nothing", BODY(BOX ",\"pins\":[{}]"),
     "$.bodies[0].pins[0]: expected exactly one of vertices, box, below"},
    {"pin of two things", BODY(BOX ",\"pins\":[{\"below\":1,\"vertices\":[0]}]"),
     "$.bodies[0].pins[0]: expected exactly one of"},
    {"pinned vertex", BODY(TET ",\"pins\":[{\"below\":1},{\"vertices\":[0,9]}]"),
     "$.bodies[0].pins[1].vertices[1]: expected a whole number from 0 to 3, found 9"},
    {"pinned vertex of no tet",
     BODY("\"vertices\":[[9,9,9],[0,0,0],[1,0,0],[0,1,0],[0,0,1]],\"tets\":[[1,2,3,4]],"
          "\"pins\":[{\"vertices\":[0]}]"),
     "$.bodies[0].pins[0].vertices[0]: expected a vertex that belongs to a tet, found 0, which does not"},
    {"pin box inside out", BODY(BOX ",\"pins\":[{\"box\":{\"lower\":[0,1,0],\"upper\":[1,0,1]}}]"),
     "pins[0].box: expected lower <= upper"},
    {"squash of a number", BODY(BOX ",\"squash\":0.2"),
     "$.bodies[0].squash: expected true, false or {\"height\": metres}, found 0.2"},
    {"squash without height", BODY(BOX ",\"squash\":{}"), "$.bodies[0].squash: \"height\" is missing"},
};

#define PROBE(keys)                                                                                          \
    "{\"bodies\":[{" BOX ",\"name\":\"cube\",\"repeat\":{\"count\":[2,1,1],\"spacing\":[2,0,0]}}],"          \
    "\"probes\":[{\"name\":\"tip\"," keys "}]}"
#define EXPECTED(keys)                                                                                       \
    "{\"bodies\":[{" BOX "}],\"numbers\":{\"L\":2},\"probes\":[{\"name\":\"tip\",\"body\":0,"                \
    "\"measure\":\"velocity.x\"}],\"expectations\":[{\"reason\":\"why\"," keys "}]}"
#define USUAL "\"probe\":\"tip\",\"tolerance\":\"1%\""

static const BadScene probes[] = {
    {"no list", SCENE("\"probes\":{}"),
     "$.probes: expected an array of at most 1000 probes, found an object"},
    {"unknown measure", PROBE("\"measure\":\"speed\""),
     "$.probes[0].measure: expected one of position.x, position.y, position.z, position.length, displacement.x"},
    {"a point of no body", PROBE("\"measure\":\"velocity.x\""),
     "$.probes[0]: velocity.x needs \"body\" or \"obstacle\""},
    {"pins of no body", PROBE("\"measure\":\"pinForce.x\""), "$.probes[0]: pinForce.x needs \"body\""},
    {"body out of range", PROBE("\"measure\":\"volume\",\"body\":2"),
     "$.probes[0].body: expected the name of a body, or its number from 0 to 1, found 2"},
    {"half a body", PROBE("\"measure\":\"volume\",\"body\":0.5"), "or its number from 0 to 1, found 0.5"},
    {"body of a list", PROBE("\"measure\":\"volume\",\"body\":[]"),
     "or its number from 0 to 1, found an array"},
    {"misspelt body", PROBE("\"measure\":\"volume\",\"body\":\"cubes\""),
     "$.probes[0].body: there is no body \"cubes\"; did you mean \"cube\"?"},
    {"unknown body", PROBE("\"measure\":\"volume\",\"body\":\"jellyfish\""),
     "$.probes[0].body: there is no body \"jellyfish\": give it that \"name\", or use its number"},
    {"copies", PROBE("\"measure\":\"volume\",\"body\":\"cube\""),
     "$.probes[0].body: 2 bodies are called \"cube\": use a number; the first is 0"},
    {"no obstacles", PROBE("\"measure\":\"position.x\",\"obstacle\":0"),
     "$.probes[0].obstacle: the scene has no obstacles"},
    {"a vertex out of range", PROBE("\"measure\":\"velocity.x\",\"body\":0,\"vertices\":[8]"),
     "$.probes[0].vertices[0]: expected a whole number from 0 to 7, found 8"},
    {"two sets", PROBE("\"measure\":\"velocity.x\",\"body\":0,\"vertices\":[1],\"point\":[0,0,0]"),
     "$.probes[0]: expected exactly one of vertices, box, below, group, point"},
    {"a set of energy", PROBE("\"measure\":\"energy.total\",\"below\":1"),
     "$.probes[0]: energy.total is measured for whole bodies: expected none of point, vertices, box, below"},
    {"a curve of what is not known", PROBE("\"measure\":\"volume\",\"curve\":\"tim\""),
     "$.probes[0].curve: expected a known name, found \"tim\" at character 1"},
    {"a measure misspelt", PROBE("\"measure\":\"velocty.x\""), "did you mean \"velocity.x\"?"},
    {"two of one name",
     SCENE("\"probes\":[{\"name\":\"E\",\"measure\":\"energy.total\"},"
           "{\"name\":\"E\",\"measure\":\"volume\"}]"),
     "$.probes[1]: name: there is another probe \"E\""},
};

static const BadScene expectations[] = {
    {"unknown probe", EXPECTED("\"probe\":\"tap\",\"at\":1,\"value\":1,\"tolerance\":1"),
     "$.expectations[0]: probe: there is no \"tap\"; did you mean \"tip\"?"},
    {"no time", EXPECTED(USUAL ",\"value\":1"),
     "$.expectations[0]: expected either \"at\", or \"to\" and \"take\""},
    {"two times", EXPECTED(USUAL ",\"value\":1,\"at\":1,\"to\":2"), "found both"},
    {"nothing to take", EXPECTED(USUAL ",\"value\":1,\"to\":2"),
     "$.expectations[0]: take: expected one of mean"},
    {"from without to", EXPECTED(USUAL ",\"value\":1,\"from\":2,\"take\":\"mean\""), "\"to\" is missing"},
    {"a mean at a time", EXPECTED(USUAL ",\"value\":1,\"at\":2,\"take\":\"mean\""),
     "expected \"to\" with mean"},
    {"a level of a mean", EXPECTED(USUAL ",\"value\":1,\"to\":2,\"take\":\"mean\",\"level\":1"),
     "level: expected one only with period"},
    {"an inverted span", EXPECTED(USUAL ",\"value\":1,\"from\":3,\"to\":2,\"take\":\"mean\""),
     "$.expectations[0].from: expected a time from 0 to 2 s, found 3"},
    {"a time too late", EXPECTED(USUAL ",\"value\":1,\"at\":1e9"),
     "$.expectations[0].at: expected a time from 0 to 16666.7"},
    {"a negative time", EXPECTED(USUAL ",\"value\":1,\"at\":\"-L\""),
     "$.expectations[0].at: expected a time from 0"},
    {"unknown name", EXPECTED(USUAL ",\"at\":1,\"value\":\"2 * M\""),
     "$.expectations[0].value: expected a known name, found \"M\" at character 5 of \"2 * M\""},
    {"unknown path", EXPECTED(USUAL ",\"at\":1,\"value\":\"bodies[1].scale\""), "found \"bodies[1].scale\""},
    {"no number", EXPECTED(USUAL ",\"at\":1,\"value\":\"bodies[0].shape\""), "found \"bodies[0].shape\""},
    {"a vector", EXPECTED(USUAL ",\"at\":1,\"value\":\"gravity\""), "found \"gravity\" at character 1"},
    {"no ground", EXPECTED(USUAL ",\"at\":1,\"value\":\"ground.friction\""), "found \"ground.friction\""},
    {"a share of nothing", EXPECTED(USUAL ",\"at\":1,\"value\":\"L - 2\""),
     "$.expectations[0].tolerance: expected a number, as there is no percentage of 0"},
    {"another unit", EXPECTED("\"probe\":\"tip\",\"at\":1,\"value\":1,\"tolerance\":\"1 m\""),
     "$.expectations[0].tolerance: expected a tolerance >= 0 in % or m/s, such as \"1%\" or \"0.01 m/s\", found \"1 m\""},
    {"negative tolerance", EXPECTED("\"probe\":\"tip\",\"at\":1,\"value\":1,\"tolerance\":\"-1%\""),
     "tolerance >= 0"},
    {"a number called sin", SCENE("\"numbers\":{\"sin\":1}"), "$.numbers.sin: expected a name of letters"},
    {"a later number", SCENE("\"numbers\":{\"a\":\"b\",\"b\":1}"),
     "$.numbers.a: expected a known name, found \"b\" at character 1 of \"b\"; numbers may use only those above "
     "them, and \"b\" is not"},
    {"its own number", SCENE("\"numbers\":{\"a\":\"1 + a\"}"), "and \"a\" is not"},
    {"a number twice", SCENE("\"numbers\":{\"a\":1,\"a\":1}"), "$.numbers.a: duplicate key"},
    {"a number of true", SCENE("\"numbers\":{\"a\":true}"),
     "$.numbers.a: expected a number or a formula, found true"},
};

#define LESSON(prediction, steps)                                                                            \
    "{\"bodies\":[{" BOX "}],\"probes\":[{\"name\":\"tip\",\"body\":0,\"measure\":\"velocity.x\"}],"         \
    "\"expectations\":[{\"reason\":\"why\",\"at\":1,\"value\":1," USUAL "}],\"lesson\":{\"order\":1,"        \
    "\"title\":\"A\",\"question\":\"B?\",\"answer\":\"C\",\"prediction\":" prediction ",\"steps\":" steps    \
    "}}"
#define TEN "0123456789"
#define FORTY TEN TEN TEN TEN

static const BadScene lessons[] = {
    {"no prediction", LESSON("{}", "[\"D\"]"),
     "$.lesson.prediction: expected either \"choices\" or \"unit\", found neither"},
    {"two predictions", LESSON("{\"choices\":[\"a\",\"b\"],\"right\":0,\"unit\":\"m/s\"}", "[\"D\"]"),
     "found both"},
    {"no right choice", LESSON("{\"choices\":[\"a\",\"b\"]}", "[\"D\"]"),
     "$.lesson.prediction: expected \"choices\" with \"right\", or \"unit\" with \"expectation\""},
    {"a choice that is not there", LESSON("{\"choices\":[\"a\",\"b\"],\"right\":2}", "[\"D\"]"),
     "$.lesson.prediction: right: expected the number of a choice from 0 to 1, found 2"},
    {"one choice", LESSON("{\"choices\":[\"a\"],\"right\":0}", "[\"D\"]"),
     "$.lesson.prediction.choices: expected an array of 2 to 4 texts, found an array of 1"},
    {"another unit", LESSON("{\"unit\":\"mm\"}", "[\"D\"]"),
     "$.lesson.prediction: unit: the expectation is in \"m/s\", not in \"mm\""},
    {"an expectation that is not there", LESSON("{\"unit\":\"m/s\",\"expectation\":1}", "[\"D\"]"),
     "expectation: expected the number of one of 1, from 0, found 1"},
    {"no steps", LESSON("{\"unit\":\"m/s\"}", "[]"), "$.lesson.steps: expected an array of 1 to 6 texts"},
    {"a long step", LESSON("{\"unit\":\"m/s\"}", "[\"a\",\"" FORTY FORTY FORTY FORTY "1\"]"),
     "$.lesson.steps[1]: expected a string of 1 to 160 bytes, found 161"},
    {"two lines", LESSON("{\"unit\":\"m/s\"}", "[\"a\\nb\"]"),
     "$.lesson.steps[0]: expected text without line breaks and control characters"},
};

static gelStatus load(const void* text, size_t size)
{
    FILE* file = fopen(PATH, "wb");
    bool written = file != NULL && fwrite(text, 1, size, file) == size;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    CHECK(written, "cannot write " PATH);
    gelScene* scene = (gelScene*)(void*)&file;
    gelStatus status = gelLoadScene(PATH, &scene);
    CHECK((scene != NULL) == (status == gel_success), "scene and status %d disagree", (int)status);
    gelDestroyScene(scene);
    return status;
}

static void checkRefused(const BadScene* scenes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int before = failureCount;
        gelStatus status = load(scenes[i].text, strlen(scenes[i].text));
        CHECK(status != gel_success, "accepted");
        CHECK_TEXT(gelLastError(), scenes[i].message);
        CHECK_TEXT(gelLastError(), PATH);
        if (failureCount > before)
            printf("  in: %s\n", scenes[i].name);
    }
}
#define CHECK_REFUSED(list) checkRefused((list), sizeof(list) / sizeof(list)[0])

static void syntax_errors_are_told_with_line_and_column(void)
{
    CHECK_REFUSED(syntax);
}

static void what_is_not_in_the_format_is_refused_with_its_path(void)
{
    CHECK_REFUSED(structure);
}

static void values_out_of_range_are_refused_with_what_was_expected(void)
{
    CHECK_REFUSED(values);
}

static void probes_that_cannot_be_read_are_refused(void)
{
    CHECK_REFUSED(probes);
}

static void lessons_that_cannot_be_given_are_refused(void)
{
    CHECK_REFUSED(lessons);
}

static void expectations_that_cannot_be_judged_are_refused(void)
{
    CHECK_REFUSED(expectations);
}

static void bodies_that_cannot_be_made_are_refused(void)
{
    CHECK_REFUSED(bodies);
}

static void a_zero_byte_does_not_hide_what_follows(void)
{
    static const char text[] = SCENE("\"name\":\"a\"") "\0 garbage";
    CHECK_INT(load(text, sizeof text - 1), gel_formatError);
    CHECK_TEXT(gelLastError(), "found byte 0x00");
}

static void deep_nesting_is_refused_without_overflowing_the_stack(void)
{
    enum { depth = 1000000 };
    char* text = malloc(depth);
    memset(text, '[', depth);
    CHECK_INT(load(text, depth), gel_formatError);
    CHECK_TEXT(gelLastError(), "not valid JSON");
    free(text);
}

static void a_file_of_unlimited_size_is_refused(void)
{
    enum { size = 17 << 20 };
    char* text = malloc(size);
    memset(text, ' ', size);
    CHECK_INT(load(text, size), gel_formatError);
    CHECK_TEXT(gelLastError(), "expected at most 16 MiB");
    free(text);
}

static void a_missing_file_and_a_folder_are_file_errors(void)
{
    gelScene* scene;
    CHECK_INT(gelLoadScene(GEL_SCRATCH "/nowhere.json", &scene), gel_fileError);
    CHECK_TEXT(gelLastError(), "nowhere.json: cannot be opened: ");
    CHECK_INT(gelLoadScene(GEL_SCRATCH, &scene), gel_fileError);
    CHECK_TEXT(gelLastError(), GEL_SCRATCH);
}

static void every_prefix_of_a_scene_is_refused(void)
{
    static const char text[] =
        "{\"materials\":{\"a\":{\"density\":1e3}},\"bodies\":[{" TET ",\"material\":\"a\","
        "\"rotation\":{\"axis\":[0,1,0],\"degrees\":90},\"pins\":[{\"below\":0.5}]}]}";
    for (size_t size = 0; size + 1 < sizeof text - 1; size++)
        CHECK_INT(load(text, size), gel_formatError);
    CHECK_INT(load(text, sizeof text - 1), gel_success);
}

// Running out of memory at any allocation gives a status, without crash or leak (the sanitizers watch).
static int allocationsLeft;
static void* resizeUntilItFails(void* block, size_t size)
{
    return allocationsLeft-- > 0 ? realloc(block, size) : NULL;
}

static void running_out_of_memory_anywhere_is_a_status(void)
{
    static const char text[] =
        "{\"materials\":{\"a\":{}},\"bodies\":[{" BOX ",\"pins\":[{\"vertices\":[0,1]}]},{" TET "}]}";
    int failed = 0;
    gelStatus status = gel_outOfMemory;
    for (int i = 0; status != gel_success && i < 1000; i++) {
        gelSetAllocator(resizeUntilItFails, free);
        allocationsLeft = i;
        status = load(text, sizeof text - 1);
        gelSetAllocator(NULL, NULL);
        CHECK(status == gel_success || status == gel_outOfMemory, "status %d: %s", (int)status,
              gelLastError());
        failed++;
    }
    CHECK_INT(status, gel_success);
    CHECK(failed > 10, "only %d allocations", failed);
}

TESTS(TEST(syntax_errors_are_told_with_line_and_column),
      TEST(what_is_not_in_the_format_is_refused_with_its_path),
      TEST(values_out_of_range_are_refused_with_what_was_expected),
      TEST(probes_that_cannot_be_read_are_refused), TEST(expectations_that_cannot_be_judged_are_refused),
      TEST(lessons_that_cannot_be_given_are_refused), TEST(bodies_that_cannot_be_made_are_refused),
      TEST(a_zero_byte_does_not_hide_what_follows),
      TEST(deep_nesting_is_refused_without_overflowing_the_stack), TEST(a_file_of_unlimited_size_is_refused),
      TEST(a_missing_file_and_a_folder_are_file_errors), TEST(every_prefix_of_a_scene_is_refused),
      TEST(running_out_of_memory_anywhere_is_a_status))
