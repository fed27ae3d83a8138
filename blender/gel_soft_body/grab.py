# SPDX-License-Identifier: GPL-3.0-or-later
"""Pulls bodies with the mouse in a 3D viewport."""
import bpy
from bpy_extras import view3d_utils

from . import hand, meshes, simulation
from .operators import OfSoft


def ray_under(context, event, region=None):
    """(region, origin, direction) of the ray under the mouse, m; None outside of the 3D viewports."""
    for area in context.window.screen.areas:
        for each in area.regions if area.type == "VIEW_3D" else ():
            x, y = event.mouse_x - each.x, event.mouse_y - each.y
            if each.type == "WINDOW" and (each == region or region is None and 0 <= x < each.width and 0 <= y < each.height):
                view, scale = area.spaces.active.region_3d, meshes.scale_of(context.scene)
                origin = view3d_utils.region_2d_to_origin_3d(each, view, (x, y))
                return each, scale * origin, view3d_utils.region_2d_to_vector_3d(each, view, (x, y))
    return None


class GEL_OT_grab(OfSoft, bpy.types.Operator):
    """Begin again and play. Drag bodies in the 3D viewport to pull and throw them, over earlier pulls. Esc ends it"""
    bl_idname, bl_label = "gel.grab", "Grab"

    def invoke(self, context, _event):
        bpy.ops.gel.reset()
        if context.scene.name not in simulation.SESSIONS:
            return self.refuse(context.object.gel.message or "Free the bake, or begin a new one: its frames are kept")
        if not context.screen.is_animation_playing:
            bpy.ops.screen.animation_play()
        self._region = None
        context.window_manager.modal_handler_add(self)
        context.workspace.status_text_set("Drag bodies to pull them; Esc ends")
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        scene, session = context.scene, simulation.SESSIONS.get(context.scene.name)
        if event.type == "ESC" or session is None:
            return self._end(context)
        if event.type == "LEFTMOUSE" and event.value == "PRESS":
            ray = ray_under(context, event)
            self._hold = hand.take(scene, session, ray[1], ray[2]) if ray is not None else None
            self._region = ray[0] if self._hold is not None else None
            return {"RUNNING_MODAL"} if self._hold is not None else {"PASS_THROUGH"}
        if self._region is None:
            return {"PASS_THROUGH"}
        if event.type == "LEFTMOUSE" and event.value == "RELEASE":
            hand.let_go(scene)
            self._region = None
        elif event.type == "MOUSEMOVE":
            ray = ray_under(context, event, self._region)
            if ray is not None:
                self._hold.move(ray[1], ray[2])
        else:
            return {"PASS_THROUGH"}
        return {"RUNNING_MODAL"}

    def _end(self, context):
        hand.let_go(context.scene)
        context.workspace.status_text_set(None)
        if context.screen.is_animation_playing:
            bpy.ops.screen.animation_cancel(restore_frame=False)
        return {"FINISHED"}


class GEL_OT_forget_pulls(OfSoft, bpy.types.Operator):
    """Forget what the hand did"""
    bl_idname, bl_label = "gel.forget_pulls", "Forget Pulls"

    def execute(self, context):
        context.scene.gel.pulls = ""
        bpy.ops.gel.reset()
        return {"FINISHED"}


CLASSES = (GEL_OT_grab, GEL_OT_forget_pulls)
