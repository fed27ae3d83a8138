# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens by itself: a step at each next frame."""
import contextlib

import bpy
import gelsim
from bpy.app.handlers import persistent

from . import cache, hand, simulation, stale

_paused = []  # why frames are not simulated now
_folder = ""  # that of the caches before the file is saved


@contextlib.contextmanager
def paused():
    """Frames may change without a step."""
    _paused.append("asked")
    try:
        yield
    finally:
        _paused.remove("asked")


def _begin(scene, graph):
    session = simulation.SESSIONS[scene.name] = simulation.Session(scene, graph)
    session.begin(scene, graph)
    for ob in simulation.softs_of(scene):
        ob.gel.message = ""
    return session


def _has_not_begun(scene, session):
    """Whether the first frame is not simulated yet, or otherwise than it is set now: playing does not show it again."""
    if simulation.can_resume(scene):
        return False
    return session is None or session.frame == scene.frame_start and not session.is_current(scene)


def _begin_at_first(scene):
    """Begins at the first frame, while the scene is at another one."""
    frame = scene.frame_current
    with paused():
        scene.frame_set(scene.frame_start)
        try:
            session = _begin(scene, bpy.context.evaluated_depsgraph_get())
        finally:
            scene.frame_set(frame)
    return session, bpy.context.evaluated_depsgraph_get()


@persistent
def frame_changed(scene, graph=None):
    """Begins at the first frame of the scene if anything has changed, and steps at the frame after the last.

    Otherwise the caches play.
    """
    softs = simulation.softs_of(scene)
    if not softs or _paused:
        return
    graph = graph or bpy.context.evaluated_depsgraph_get()
    session, frame = simulation.SESSIONS.get(scene.name), scene.frame_current
    try:
        if frame == scene.frame_start:
            if simulation.can_resume(scene) or session is not None and session.is_current(scene):
                return  # the frames of the bake that was interrupted, or of what is there still, are kept, and play
            _begin(scene, graph)
        elif frame == scene.frame_start + 1 and _has_not_begun(scene, session):
            session, graph = _begin_at_first(scene)
            session.advance(scene, graph)
        elif session is not None and frame == session.frame + 1:
            session.advance(scene, graph)
        else:
            return
    except (gelsim.Error, OSError) as error:
        simulation.stop(scene, str(error))
        return
    for ob in softs:
        for each in (ob, ob.gel.inside):
            if each is not None:
                each.update_tag(refresh={"DATA"})  # so that the modifier reads the frame that is new


@persistent
def _render_begins(*_):
    _paused.append("rendered")


@persistent
def _render_ends(*_):
    if "rendered" in _paused:
        _paused.remove("rendered")


@persistent
def _forget(*_):
    simulation.SESSIONS.clear()
    hand.forget_holds()
    stale.forget_weights()


@persistent
def _changed(*_):
    stale.forget_weights()


@persistent
def _save_begins(*_):
    global _folder
    _folder = cache.folder()


@persistent
def _save_ends(*_):
    if not cache.is_same(cache.folder(), _folder):  # Save As
        cache.remove_states()
        for scene in bpy.data.scenes:
            simulation.bring_bake(scene, _folder)


_HANDLERS = (("frame_change_post", frame_changed), ("render_init", _render_begins), ("render_complete", _render_ends),
             ("render_cancel", _render_ends), ("load_pre", _forget),
             ("save_pre", _save_begins), ("save_post", _save_ends),
             ("depsgraph_update_post", _changed), ("undo_post", _changed), ("redo_post", _changed))


def register():
    for name, function in _HANDLERS:
        getattr(bpy.app.handlers, name).append(function)


def unregister():
    simulation.SESSIONS.clear()
    for name, function in _HANDLERS:
        getattr(bpy.app.handlers, name).remove(function)
