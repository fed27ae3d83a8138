# SPDX-License-Identifier: GPL-3.0-or-later
"""The buttons."""
import os
import struct

import bpy
import gelsim

from . import cache, export, handlers, inside, meshes, panel, results, simulation, tearing


class OfSoft:
    """An operator on a soft object."""
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH" and context.object.gel.enabled

    def refuse(self, message):
        self.report({"ERROR"}, message)
        return {"CANCELLED"}


class GEL_OT_make_soft(bpy.types.Operator):
    """Make the active mesh a soft body. Then play the animation"""
    bl_idname, bl_label, bl_options = "gel.make_soft", "Make Soft", {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH" and context.mode == "OBJECT"

    def execute(self, context):
        scene, ob = context.scene, context.object
        if ob.library is not None:
            self.report({"ERROR"}, f"{ob.name} is linked from {ob.library.filepath}, so nothing set here would be saved: choose "
                                   "Object > Library Override > Make, or Relations > Make Local")
            return {"CANCELLED"}
        ob.gel.enabled = True
        scene.frame_set(scene.frame_start)
        if ob.gel.message:
            self.report({"ERROR"}, ob.gel.message)
        elif simulation.can_resume(scene):
            self.report({"WARNING"}, "A bake was interrupted: press Bake to begin again with this object")
        return {"FINISHED"}


class GEL_OT_remove(OfSoft, bpy.types.Operator):
    """Make the object an ordinary mesh again, as it was modelled"""
    bl_idname, bl_label = "gel.remove", "Remove"

    def execute(self, context):
        ob = context.object
        free(context.scene, ob)
        tearing.forbid(ob)
        ob.gel.enabled = False
        return {"FINISHED"}


class GEL_OT_reset(OfSoft, bpy.types.Operator):
    """Go to the first frame and begin again"""
    bl_idname, bl_label = "gel.reset", "Reset"

    def execute(self, context):
        simulation.stop(context.scene)
        context.scene.frame_set(context.scene.frame_start)
        return {"FINISHED"}


class GEL_OT_free(OfSoft, bpy.types.Operator):
    """Delete what was simulated for this object, on disk, too"""
    bl_idname, bl_label = "gel.free", "Free"

    def execute(self, context):
        free(context.scene, context.object)
        return {"FINISHED"}


def free(scene, ob):
    simulation.stop(scene)
    if not ob.gel.baked:
        simulation.forget_bake(scene)
    cache.remove_files(ob)
    ob.gel.baked = ob.gel.message = ob.gel.warning = ""
    for modifier in modifiers_of(ob):
        modifier.id_data.modifiers.remove(modifier)


def modifiers_of(ob):
    """Gel's modifiers of an object and of the inside that it owns."""
    found = [each.modifiers.get(meshes.MODIFIER) for each in (ob, inside.owned_by(ob)) if each is not None]
    return [modifier for modifier in found if modifier is not None]


class GEL_OT_bake(bpy.types.Operator):
    """Simulate all frames of the scene and keep them. Esc ends it, and Resume goes on from there"""
    bl_idname, bl_label = "gel.bake", "Bake"
    resume: bpy.props.BoolProperty(name="Resume", options={"SKIP_SAVE"})
    until: bpy.props.IntProperty(name="Until", description="Last frame; 0: that of the scene", options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        return bool(simulation.softs_of(context.scene))

    def invoke(self, context, _event):
        if not self._begin(context):
            return {"CANCELLED"}
        manager = context.window_manager
        manager.progress_begin(context.scene.frame_start, context.scene.frame_end)
        self._timer = manager.event_timer_add(0.0, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC":
            return self._end(context, interrupted=True)
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        context.window_manager.progress_update(context.scene.frame_current)
        return {"RUNNING_MODAL"} if self._step(context.scene) else self._end(context)

    def execute(self, context):
        if not self._begin(context):
            return {"CANCELLED"}
        while self._step(context.scene):
            pass
        return self._end(context)

    def _begin(self, context):
        scene = context.scene
        if not bpy.data.filepath:
            self.report({"ERROR"}, "Save the .blend file first: bakes are kept beside it")
            return False
        if self.resume:
            self._resume(scene)
        else:
            simulation.stop(scene)
            simulation.forget_bake(scene)
            scene.frame_set(scene.frame_start)
        return self._is_running(scene)

    def _resume(self, scene):
        with handlers.paused():
            scene.frame_set(scene.frame_start)
            try:
                session = simulation.Session(scene, bpy.context.evaluated_depsgraph_get())
                session.resume(scene)
            except (gelsim.Error, OSError, ValueError) as error:
                simulation.stop(scene, str(error))
                return
            scene.frame_set(session.frame)
            session.place_colliders(scene, bpy.context.evaluated_depsgraph_get())
        simulation.SESSIONS[scene.name] = session

    def _is_running(self, scene):
        if scene.name in simulation.SESSIONS:
            return True
        messages = [ob.gel.message for ob in simulation.softs_of(scene) if ob.gel.message]
        self.report({"ERROR"}, messages[0] if messages else "the simulation ended")
        return False

    def _step(self, scene):
        """Simulates a frame. Returns whether there are more."""
        if scene.frame_current >= (self.until or scene.frame_end):
            return False
        scene.frame_set(scene.frame_current + 1)
        return scene.name in simulation.SESSIONS

    def _end(self, context, interrupted=False):
        scene = context.scene
        if getattr(self, "_timer", None) is not None:
            context.window_manager.event_timer_remove(self._timer)
            context.window_manager.progress_end()
            panel.redraw(context)
        if not self._is_running(scene):
            return {"CANCELLED"}
        session = simulation.SESSIONS[scene.name]
        if interrupted or session.frame < scene.frame_end:
            session.interrupt(scene)
            simulation.SESSIONS.pop(scene.name)
            self.report({"INFO"}, f"{session.frame - scene.frame_start + 1} frames are kept: Resume goes on")
            return {"FINISHED"}
        for soft in session.softs:
            settings = scene.objects[soft.name].gel
            settings.baked = soft.digest
            if settings.warning:
                self.report({"WARNING"}, f"{soft.name}: {settings.warning}")
        simulation.SESSIONS.pop(scene.name)
        simulation.forget_bake(scene)
        return {"FINISHED"}


class GEL_OT_cut(OfSoft, bpy.types.Operator):
    """Keep the frames of a bake from First to Last, in a file of its own"""
    bl_idname, bl_label = "gel.cut", "Cut"
    first: bpy.props.IntProperty(name="First", default=1)
    last: bpy.props.IntProperty(name="Last", default=100)

    def invoke(self, context, _event):
        return context.window_manager.invoke_props_dialog(self)

    def execute(self, context):
        modifier = context.object.modifiers.get(meshes.MODIFIER)
        if modifier is None or not context.object.gel.baked:
            return self.refuse("Bake first: a cut keeps a part of a bake")
        try:
            for each in modifiers_of(context.object):
                self._cut(each)
        except gelsim.Error as error:
            return self.refuse(str(error))
        return {"FINISHED"}

    def _cut(self, modifier):
        path, start = bpy.path.abspath(modifier.filepath), int(modifier.frame_start)
        target = cache.cut_path(path, self.first, self.last)
        piece = gelsim._c.gelBakePiece(path=os.fsencode(path), first=self.first - start, last=self.last - start)
        gelsim._c.gelSpliceBakes(piece, 1, os.fsencode(target), None)
        modifier.filepath, modifier.frame_start = simulation.blender_path(target), self.first


class GEL_OT_layer(OfSoft, bpy.types.Operator):
    """Lay another bake of this mesh over this one, by a factor that can be animated and a vertex group"""
    bl_idname, bl_label = "gel.layer", "Layer"
    filepath: bpy.props.StringProperty(subtype="FILE_PATH")
    filter_glob: bpy.props.StringProperty(default="*.pc2", options={"HIDDEN"})
    factor: bpy.props.FloatProperty(name="Factor", min=0, max=1, default=0.5)

    def invoke(self, context, _event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        points, _ = cache.read_head(cache.path_of(context.object))
        if points == 0 or cache.count_frames(self.filepath, points) == 0:
            return self.refuse(f"{self.filepath}: expected a .pc2 file of {points} vertices")
        modifier = context.object.modifiers.new("Gel Layer", "MESH_CACHE")
        modifier.cache_format, modifier.filepath = "PC2", simulation.blender_path(self.filepath)
        modifier.frame_start, modifier.factor = context.scene.frame_start, self.factor
        modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
        return {"FINISHED"}


class GEL_OT_tear(OfSoft, bpy.types.Operator):
    """Let it tear where it is stretched too far, or never again. The modifiers round Gel's show the tears"""
    bl_idname, bl_label = "gel.tear", "Let It Tear"

    def execute(self, context):
        ob = context.object
        modifier = ob.modifiers.get(meshes.MODIFIER)
        if modifier is None:
            return self.refuse("Press Reset first")
        modifier.show_viewport = False  # as long as its file has another number of vertices
        if tearing.shows_tears(ob):
            tearing.forbid(ob)
        else:
            tearing.let_tear(ob)
        bpy.ops.gel.reset()
        modifier.show_viewport = True
        return {"FINISHED"}


class GEL_OT_export(OfSoft, bpy.types.Operator):
    """Write the soft bodies and colliders as a scene of Gel, for gel view and gel run"""
    bl_idname, bl_label = "gel.export_scene", "Export as Gel Scene"
    filepath: bpy.props.StringProperty(subtype="FILE_PATH")

    def invoke(self, context, _event):
        self.filepath = os.path.join(os.path.dirname(bpy.data.filepath), "scene.json")
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        try:
            with handlers.paused():
                context.scene.frame_set(context.scene.frame_start)
                export.write(context, self.filepath)
        except (gelsim.Error, OSError) as error:
            return self.refuse(str(error))
        return {"FINISHED"}


class GEL_OT_import(bpy.types.Operator):
    """Show what gel run --out has written as .pc2 or .mdd: an object of each body, with a Mesh Cache modifier"""
    bl_idname, bl_label, bl_options = "gel.import_result", "Import Gel Result", {"REGISTER", "UNDO"}
    filepath: bpy.props.StringProperty(subtype="FILE_PATH")
    filter_glob: bpy.props.StringProperty(default="*.pc2;*.mdd", options={"HIDDEN"})
    up: bpy.props.EnumProperty(name="Up", items=(("Y", "Y", "As in most scenes of Gel"),
                                                 ("Z", "Z", "As in scenes that this add-on has exported")))

    def invoke(self, context, _event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        try:
            count = results.add(context, self.filepath, self.up)
        except (gelsim.Error, OSError, ValueError, struct.error) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"{count} bodies of {self.filepath}")
        return {"FINISHED"}


def draw_import(menu, _context):
    menu.layout.operator("gel.import_result", text="Gel Result (.pc2, .mdd)")


CLASSES = (GEL_OT_make_soft, GEL_OT_remove, GEL_OT_reset, GEL_OT_free, GEL_OT_bake, GEL_OT_cut, GEL_OT_layer, GEL_OT_tear,
           GEL_OT_export, GEL_OT_import)
