# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel in the tab Physics."""
import textwrap

import bpy

from . import settings, simulation, stale, tearing

_GOAL = ("goal_minimum", "goal_maximum", "goal_spring", "goal_damping")


class GEL_PT_physics(bpy.types.Panel):
    bl_label, bl_space_type, bl_region_type, bl_context = "Gel", "PROPERTIES", "WINDOW", "physics"

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH"

    def draw(self, context):
        layout, ob, scene = self.layout, context.object, context.scene
        if not ob.gel.enabled:
            layout.operator("gel.make_soft", icon="MOD_SOFT")
            if any(modifier.type == "COLLISION" for modifier in ob.modifiers):
                layout.prop(ob.gel, "restitution")
            return
        layout.use_property_split = True
        draw_cache(layout, scene, ob)
        column = layout.column()
        column.enabled = not ob.gel.baked
        column.prop(ob.gel, "kind")
        if ob.gel.kind in ("AUTO", "SOLID"):
            column.prop(ob.gel, "tet_count")
        column.prop(ob.gel, "dynamic_mesh")
        for name in settings.BODY:
            column.prop(ob.gel, name)
        column.prop(scene.gel, "substeps")
        column.prop(scene.gel, "backend")
        column.prop(scene.gel, "collider_collection")
        layout.operator("gel.export_scene", icon="EXPORT")
        layout.operator("gel.remove", icon="X")


def redraw(context):
    """Shows what has changed: Blender draws panels only after it has handled an event in them."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PROPERTIES":
                area.tag_redraw()


def draw_message(layout, message):
    """Panels neither wrap lines nor scroll, and shorten what is too long. A letter is about 8 pixels wide."""
    letters = bpy.context.region.width / (8 * bpy.context.preferences.system.ui_scale) - 4
    for i, line in enumerate(textwrap.wrap(message, max(int(letters), 16))):
        layout.label(text=line, icon="ERROR" if i == 0 else "BLANK1")


def draw_cache(layout, scene, ob):
    draw_message(layout, ob.gel.message)
    draw_message(layout, ob.gel.warning)
    if ob.gel.baked and ob.gel.baked != stale.digest(scene, ob):
        draw_message(layout, "The mesh, a collider, a setting or an animation has changed since the bake: press Free, then Bake")
    draw_message(layout, simulation.lacks_of_bake(scene, ob))
    row = layout.row(align=True)
    if ob.gel.baked:
        row.operator("gel.cut")
        row.operator("gel.layer")
    else:
        row.operator("screen.animation_play", text="Play", icon="PLAY")
        if not simulation.can_resume(scene):
            row.operator("gel.reset", icon="REW")
        row = layout.row(align=True)
        row.operator("gel.grab", icon="VIEW_PAN")
        if scene.gel.pulls:
            row.operator("gel.forget_pulls")
        row = layout.row(align=True)
        row.operator("gel.bake").resume = False
        if simulation.can_resume(scene):
            row.operator("gel.bake", text="Resume").resume = True
    row.operator("gel.free")


class Part:
    bl_space_type, bl_region_type, bl_context, bl_parent_id = "PROPERTIES", "WINDOW", "physics", "GEL_PT_physics"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.gel.enabled

    def draw(self, context):
        ob = context.object
        self.layout.use_property_split = True
        self.layout.enabled = not ob.gel.baked
        self.draw_settings(self.layout, ob)


class GEL_PT_goal(Part, bpy.types.Panel):
    bl_label = "Goal"

    @staticmethod
    def draw_settings(layout, ob):
        layout.prop_search(ob.gel, "goal_group", ob, "vertex_groups")
        for name in _GOAL:
            layout.prop(ob.gel, name)


class GEL_PT_material(Part, bpy.types.Panel):
    bl_label = "Material"

    @staticmethod
    def draw_settings(layout, ob):
        for name in settings.MATERIAL:
            if name not in settings.TEARING:
                layout.prop(ob.gel, name)


class GEL_PT_tearing(Part, bpy.types.Panel):
    bl_label = "Tearing"

    @staticmethod
    def draw_settings(layout, ob):
        layout.operator("gel.tear", text="Never Tear" if tearing.shows_tears(ob) else "Let It Tear")
        if tearing.can_tear(ob):
            for name in settings.TEARING:
                layout.prop(ob.gel, name)


class GEL_PT_painted(Part, bpy.types.Panel):
    bl_label = "Painted Values"

    @staticmethod
    def draw_settings(layout, ob):
        for name in settings.PAINTED:
            layout.prop_search(ob.gel, f"{name}_group", ob, "vertex_groups")
            if getattr(ob.gel, f"{name}_group"):
                layout.prop(ob.gel, f"{name}_minimum")
                layout.prop(ob.gel, f"{name}_maximum")


class GEL_PT_fields(Part, bpy.types.Panel):
    bl_label = "Field Weights"

    @staticmethod
    def draw_settings(layout, ob):
        layout.prop(bpy.context.scene.gel, "field_collection")
        for name in settings.FIELD_WEIGHTS:
            layout.prop(ob.gel, f"weight_{name}")


CLASSES = (GEL_PT_physics, GEL_PT_goal, GEL_PT_material, GEL_PT_tearing, GEL_PT_painted, GEL_PT_fields)
