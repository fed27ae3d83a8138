# SPDX-License-Identifier: GPL-3.0-or-later
"""Gel in Blender: one button makes the active mesh a soft body.

Each frame that is simulated goes to a .pc2 file, which Blender's own Mesh Cache modifier plays. So the mesh stays as it
was modelled, and scrubbing, rendering and other machines need no add-on. Blender's axes and places in the world are kept:
Z is up.
"""
import os
import sys

import bpy

_library = os.path.join(os.path.dirname(__file__), "lib")  # in add-ons; extensions bring a wheel
if os.path.isdir(_library) and _library not in sys.path:
    sys.path.append(_library)

from . import grab, handlers, operators, panel, settings  # noqa: E402

bl_info = {"name": "Gel Soft Body", "author": "The Gel authors", "version": (0, 1, 0), "blender": (3, 4, 0),
           "category": "Physics", "location": "Properties > Physics > Gel",
           "description": "Soft bodies, cloth and ropes that keep their volume"}


def register():
    for c in (*settings.CLASSES, *operators.CLASSES, *grab.CLASSES, *panel.CLASSES):
        bpy.utils.register_class(c)
    settings.register()
    handlers.register()
    bpy.types.TOPBAR_MT_file_import.append(operators.draw_import)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(operators.draw_import)
    handlers.unregister()
    settings.unregister()
    for c in reversed((*settings.CLASSES, *operators.CLASSES, *grab.CLASSES, *panel.CLASSES)):
        bpy.utils.unregister_class(c)
