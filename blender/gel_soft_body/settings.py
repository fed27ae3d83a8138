# SPDX-License-Identifier: GPL-3.0-or-later
"""What is set in Blender. Names, ranges, units and help of the material and the body are the library's own."""
import re

import bpy
import gelsim

_LEFT_OUT = ("stiffness", "edge_compliance", "volume_compliance")  # compliances say what the moduli say
TEARING = ("tear_strain", "tear_force")
MATERIAL = {name: row for name, row in gelsim.settings("material").items() if name not in _LEFT_OUT}
BODY = {name: gelsim.settings("body")[name] for name in ("solver", "self_contact", "unbreakable")}
# The values that a vertex group can vary, and their names in help texts.
PAINTED = {"density": "the density", "stiffness": "Young's modulus", "bending": "the bending stiffness",
           "damping": "the damping", "friction": "the friction on other bodies and colliders",
           "tearing": "the strain and the force at which it tears"}
FIELD_WEIGHTS = ("gravity", "all", "force", "vortex", "wind", "turbulence", "drag")
KINDS = (("AUTO", "Automatic", "Closed meshes are solids, open ones cloth, and meshes without faces ropes"),
         ("SOLID", "Solid", "The inside is filled with tetrahedra"), ("CLOTH", "Cloth", "Each triangle is simulated"),
         ("ROPE", "Rope", "Each edge is simulated"))


def _title(choice):
    """twoLevel is shown as Two Level, and xpbd as XPBD."""
    return choice.upper() if choice == "xpbd" else re.sub("([A-Z])", r" \1", choice).title()


def _property(row):
    about = {"name": row.name.replace("_", " ").capitalize(),
             "description": f"{row.help} Unit: {row.unit}" if row.unit else row.help.rstrip(".")}
    if row.choices:
        items = [(choice, _title(choice), "") for choice in row.choices]
        return bpy.props.EnumProperty(items=items, default=row.default, **about)
    if row.type == "switch":
        return bpy.props.BoolProperty(default=row.default, **about)
    return bpy.props.FloatProperty(min=row.minimum, max=row.maximum, default=row.default, precision=4, **about)


class GelObject(bpy.types.PropertyGroup):
    enabled: bpy.props.BoolProperty()
    cache: bpy.props.StringProperty()  # name of the file
    baked: bpy.props.StringProperty()  # digest of what was baked; "": not baked
    message: bpy.props.StringProperty()  # why the last simulation ended
    warning: bpy.props.StringProperty()  # what is doubtful in it
    inside: bpy.props.PointerProperty(type=bpy.types.Object)  # what shows the inside of a solid that tears
    kind: bpy.props.EnumProperty(name="Kind", items=KINDS)
    tet_count: bpy.props.IntProperty(name="Tetrahedra", min=1, max=10000000, soft_min=100, default=5000,
                                     description="About how many fill a solid. The mesh may have more vertices or fewer")
    dynamic_mesh: bpy.props.BoolProperty(name="Dynamic Mesh", description="The rest shape follows shape keys and modifiers in "
                                         "front of Gel's, as that of a chest that breathes")
    goal_group: bpy.props.StringProperty(
        name="Vertex Group", description="Vertices of this group are drawn to where the mesh is animated")
    goal_minimum: bpy.props.FloatProperty(name="Min", min=0, max=1, default=0, description="Weight 0 of the group means this")
    goal_maximum: bpy.props.FloatProperty(name="Max", min=0, max=1, default=1, description="Weight 1 of the group means this")
    goal_spring: bpy.props.FloatProperty(name="Stiffness", min=0, default=100, description="Unit: 1/s^2")
    goal_damping: bpy.props.FloatProperty(name="Damping", min=0, default=2, description="Unit: 1/s")


class GelScene(bpy.types.PropertyGroup):
    field_collection: bpy.props.PointerProperty(name="Field Collection", type=bpy.types.Collection,
                                                description="Only force fields in this collection act. None: all")
    collider_collection: bpy.props.PointerProperty(name="Collision Collection", type=bpy.types.Collection,
                                                   description="Only colliders in this collection push. None: all")
    pulls: bpy.props.StringProperty()  # what the hand did, by frames
    substeps: bpy.props.IntProperty(name="Substeps", min=1, max=10000, soft_max=200, default=20,
                                    description="More make soft bodies stiffer and fast contact surer")
    backend: bpy.props.StringProperty(name="Device", default="auto",
                                      description='"auto", "native", "opencl", "opencl:NAME" or "reference": all give the same bits')


for _row in (*MATERIAL.values(), *BODY.values()):
    GelObject.__annotations__[_row.name] = _property(_row)
for _name, _what in PAINTED.items():
    GelObject.__annotations__.update({
        f"{_name}_group": bpy.props.StringProperty(name=_name.capitalize(), description=f"Weights of this group vary {_what}"),
        f"{_name}_minimum": bpy.props.FloatProperty(name="Min", min=0, soft_max=1, max=1e6, default=0.1, description="Factor for weight 0"),
        f"{_name}_maximum": bpy.props.FloatProperty(name="Max", min=0, soft_max=10, max=1e6, default=1, description="Factor for weight 1")})
for _name in FIELD_WEIGHTS:
    GelObject.__annotations__[f"weight_{_name}"] = bpy.props.FloatProperty(
        name=_name.capitalize(), default=1, soft_min=0, soft_max=1, min=-100, max=100, description="Factor for this body")
for _deferred in GelObject.__annotations__.values():
    _deferred.keywords["override"] = {"LIBRARY_OVERRIDABLE"}  # so that they are saved with objects of other files
CLASSES = (GelObject, GelScene)


def given(ob):
    """Keywords of World.add."""
    return {name: getattr(ob.gel, name) for name in (*MATERIAL, *BODY)}


def values(scene, ob):
    """All that is set for an object, to be compared."""
    results = ("baked", "message", "warning", "cache", "inside")
    own = [getattr(ob.gel, name) for name in GelObject.__annotations__ if name not in results]
    return [*own, scene.gel.pulls, scene.gel.substeps, tuple(scene.gravity), scene.use_gravity, scene.render.fps, scene.render.fps_base,
            scene.frame_start, scene.unit_settings.system, scene.unit_settings.scale_length]


def groups(ob):
    """The names of the vertex groups that are used."""
    names = (ob.gel.goal_group, *(getattr(ob.gel, f"{name}_group") for name in PAINTED))
    return [name for name in names if name]


def of_collider(ob):
    """Keywords of World.add_obstacle. Blender's friction of cloth is from 0 to 80, and 5 by default; here that is 0.5."""
    return {"friction": ob.gel.friction if ob.gel.enabled else ob.collision.cloth_friction / 10, "restitution": ob.gel.restitution}


def register():
    bpy.types.Object.gel = bpy.props.PointerProperty(type=GelObject, override={"LIBRARY_OVERRIDABLE"})
    bpy.types.Scene.gel = bpy.props.PointerProperty(type=GelScene)


def unregister():
    del bpy.types.Object.gel, bpy.types.Scene.gel
