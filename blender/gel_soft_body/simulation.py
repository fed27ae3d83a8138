# SPDX-License-Identifier: GPL-3.0-or-later
"""The world of a scene of Blender: its soft bodies, what they collide with, and their caches."""
import os

import bpy
import gelsim
import numpy as np
from mathutils.kdtree import KDTree

from . import cache, fields, hand, inside, meshes, settings, stale, tearing

SESSIONS = {}  # by name of the scene: what is simulated now


def softs_of(scene):
    """The objects that are simulated: those that are soft and not baked."""
    return [ob for ob in scene.objects if ob.type == "MESH" and ob.gel.enabled and not ob.gel.baked]


def colliders_of(scene):
    """The objects with Blender's collision physics, and those that are baked: these push, and are not pushed."""
    chosen = scene.gel.collider_collection
    return [ob for ob in (scene.objects if chosen is None else chosen.all_objects) if ob.name in scene.objects
            and ob.type == "MESH" and len(ob.data.polygons) > 0 and (
        ob.gel.baked if ob.gel.enabled else any(modifier.type == "COLLISION" for modifier in ob.modifiers))]


def instanced_collider(scene, graph):
    """Says which collider is shown by an instance alone: those are no objects of the scene, and do not push."""
    for each in graph.object_instances:
        if each.is_instance and any(modifier.type == "COLLISION" for modifier in each.object.modifiers):
            return (f"{each.parent.name} instances the collider {each.object.name}, and instances do not push: choose Object > Apply > "
                    "Make Instances Real")
    return ""


def time_step(scene):
    return scene.render.fps_base / scene.render.fps


def places_shown(ob, graph, scale):
    """Places of an object as Blender shows it at the frame of `graph`."""
    shape = ob.evaluated_get(graph)
    return meshes.places_of(shape.data, shape.matrix_world, scale)


def gravity_of(scene):
    return tuple(scene.gravity) if scene.use_gravity else (0.0, 0.0, 0.0)


def _check_levels(ob):
    """A render must have the vertices that were simulated."""
    for modifier in meshes.modifiers_before(ob):
        if modifier.type in ("SUBSURF", "MULTIRES") and modifier.show_render and modifier.levels != modifier.render_levels:
            raise gelsim.InvalidArgument(f"{ob.name}: {modifier.name} is in front of Gel's, with {modifier.levels} Levels Viewport and "
                                         f"{modifier.render_levels} Render: make them equal, or move it below Gel's")


class Soft:
    """An object of Blender, the mesh that is simulated for it, and its body once `add` has made one."""

    def __init__(self, ob, scale):
        self.name, self.scale, self.body = ob.name, scale, None
        _check_levels(ob)
        meshes.check_scale(ob)
        with meshes.shape_before(ob) as (mesh, matrix):
            self.matrix = matrix.copy()
            self.start, triangles, edges = meshes.places_of(mesh, matrix, scale), meshes.triangles_of(mesh), meshes.edges_of(mesh)
            self.weights = {name: meshes.weights_of(ob, mesh, name) for name in settings.groups(ob)}
            self.modelled = len(ob.data.vertices)
            has_faces = len(triangles) > 0
            elements, firsts = (triangles, meshes.first_of_faces(mesh)) if has_faces else (edges, edges[:, 0])
            self.tears = tearing.Tears(ob, elements, firsts)
        missing = [name for name, weights in self.weights.items() if weights is None]
        if missing:
            raise gelsim.InvalidArgument(f"{ob.name}: expected a vertex group {missing[0]}, found none: choose another "
                                         "one, or clear the field")
        self.skin = self.surface = None
        kind = ob.gel.kind
        if kind == "ROPE" or kind == "AUTO" and not has_faces:
            self.originals = np.arange(len(self.start))
            places = self.start
            if tearing.shows_tears(ob):
                places, edges, self.originals = meshes.weld_edges(self.start, edges)
            self.mesh = gelsim.LineMesh(places, edges)
        else:
            self.surface = gelsim.Surface(self.start, triangles)
            self.mesh, self.originals = self.surface, self.surface.originals
            if kind == "SOLID" or kind == "AUTO" and meshes.encloses(self.surface):
                outside = gelsim.Surface(*meshes.outside_of(self.surface, ob.gel.tet_count))
                self.mesh = outside.fill(ob.gel.tet_count)[0]
                self.skin = outside, gelsim.Embedding(self.mesh, outside.positions)  # as scene files embed a skin
        self.is_kept = self.originals >= 0  # vertices of no face stay where they are
        self.fastest, self.sound = 0.0, (ob.gel.young_modulus / ob.gel.density) ** 0.5  # m/s

    def add(self, world, ob):
        """Makes the body, and its goals if the object has any."""
        self.body = world.add(self.mesh, skin=self.skin, **settings.given(ob))
        for name, factors in self.factors(ob).items():
            self.body.set_values(name, factors)
        self.rest = np.array(self.mesh.positions)
        self.centre = self.rest.mean(0)
        weights = self.carry(ob.gel.goal_group)
        self.has_goals, self.is_dynamic = weights is not None, ob.gel.dynamic_mesh
        if self.has_goals:
            self.body.set_goals(weights, minimum=ob.gel.goal_minimum, maximum=ob.gel.goal_maximum,
                                spring=ob.gel.goal_spring, damping=ob.gel.goal_damping)
        if self.has_goals or self.is_dynamic:
            tree = KDTree(len(self.start))
            for i in np.flatnonzero(self.is_kept):
                tree.insert(self.start[i], i)
            tree.balance()
            self.nearest = np.array([tree.find(place)[1] for place in self.rest])  # whose motion a vertex follows
        if self.is_dynamic:
            self.spread = meshes.spread_of(self.mesh) if self.skin else None
            self.body.rest_positions = self.rest

    def factors(self, ob):
        """The factors [vertices of the body] of what is painted."""
        found = {}
        for name in settings.PAINTED:
            weights = self.carry(getattr(ob.gel, f"{name}_group"))
            if weights is not None:
                least, most = getattr(ob.gel, f"{name}_minimum"), getattr(ob.gel, f"{name}_maximum")
                found[name] = np.float32(least + weights * np.float32(most - least))
        return found

    def carry(self, group):
        """The weights [vertices of the body] of a vertex group; None without the group."""
        weights = self.weights.get(group)
        if weights is None:
            return None
        welded = np.zeros(len(self.surface or self.mesh), np.float32)
        np.maximum.at(welded, self.originals[self.is_kept], weights[self.is_kept])
        return np.clip(gelsim.carry_values(self.surface, welded, self.mesh), 0, 1) if self.skin else welded

    def goals(self, ob):
        """Where the goals are: moved by the object, its parents, bones, shape keys and modifiers."""
        return self.rest + self._moved(ob)[self.nearest]

    def rest_shape(self, ob):
        """The rest shape as shape keys and modifiers leave it. Motions of the object do not count."""
        moved = self._moved(ob, self.matrix)
        change = moved[self.nearest]
        if self.skin:
            change, embedding = self.spread(change), self.skin[1]
            corners = self.mesh.tets[embedding.tets[self.originals]]
            weights = np.float64(embedding.weights)[self.originals, :, None]
            for _ in range(3):  # the tets reach beyond the mesh: what the mesh lacks is added to them
                change = self.spread(change + (moved - (weights * change[corners]).sum(1))[self.nearest])
        return np.float32(self.rest + change)

    def _moved(self, ob, matrix=None):
        """How far the vertices in front of Gel's modifier have moved since the first frame, with a matrix or that of the object."""
        with meshes.shape_before(ob) as (mesh, own):
            places = meshes.places_of(mesh, matrix or own, self.scale)
        if len(places) != len(self.start):
            raise gelsim.InvalidArgument(f"{ob.name}: a modifier in front of Gel's changes the number of vertices from "
                                         f"{len(self.start)} to {len(places)}: move it below Gel's, or apply it")
        return places - self.start

    def lead(self, ob):
        if self.has_goals:
            self.body.move_goals(self.goals(ob))
        if self.is_dynamic:
            self.body.rest_positions = self.rest_shape(ob)

    def warn(self, ob, step):
        """Says if a solid moves so fast that a hit would crush it.

        Its surface then dips into what it hits for a few frames. Faster than sound it is crushed to a pancake, which is
        drawn out again to both sides of a thin collider.
        """
        centre = self.body.positions.mean(0)
        speed, self.centre = float(np.linalg.norm(centre - self.centre)) / step, centre
        if self.skin and speed > max(self.fastest, 2 / 3 * self.sound) and (self.fastest > 0 or not ob.gel.warning):
            self.fastest = speed
            through = f", and all of it through a collider thinner than {np.ptp(self.rest, axis=0).max() / 2:.2g} m"
            ob.gel.warning = (f"It moves at {speed:.1f} m/s, and sound in it at {self.sound:.1f} m/s: a hit presses parts of it into what "
                              f"it hits{through if speed > self.sound else ''}. "
                              f"Raise Young modulus to {2.25 * ob.gel.density * speed ** 2:.2g}")

    def write(self, ob):
        """Adds the frame to the cache, in the frame of the object."""
        if len(ob.data.vertices) != self.modelled:
            raise gelsim.InvalidArgument(f"{ob.name}: its mesh had {self.modelled} vertices, and has "
                                         f"{len(ob.data.vertices)} since it was edited: go to the first frame")
        places = np.array(self.start)
        found = self.body.skin_positions if self.skin else self.body.positions
        places[self.is_kept] = found[self.originals[self.is_kept]]
        self.tears.close(self, places)
        self.cache.append(meshes.transform(places / self.scale, ob.matrix_world.inverted()))
        if self.inside is not None:
            self.inside.write(self, tearing.torn_tets(self))

    @property
    def caches(self):
        return [self.cache] if self.inside is None else [self.cache, self.inside.cache]


class Collider:
    """An object that soft bodies collide with, as its animation moves and deforms it.

    A flat surface, which has no inside, is a slab: what a hard landing presses through it comes up again.
    """

    def __init__(self, ob, graph, scale, gravity):
        self.name, self.scale = ob.name, scale
        self.places = places_shown(ob, graph, scale)
        self.surface = gelsim.Surface(self.places, meshes.triangles_of(ob.evaluated_get(graph).data))
        self.originals, self.welded = self.surface.originals, np.array(self.surface.positions)
        self.down = None
        length = np.linalg.norm(gravity)
        if length > 0 and not ob.gel.enabled and not self.surface.report().closed and meshes.lies_flat(self.surface, gravity / length):
            self.down = np.float32(scale * ob.collision.thickness_inner * gravity / length)
            triangles = meshes.slab_of(self.surface.triangles, len(self.welded), -self.down, self.welded)
            self.surface = gelsim.Surface(self.vertices(), triangles)

    def vertices(self):
        """Where the vertices of `surface` are."""
        return np.array(self.welded) if self.down is None else np.concatenate((self.welded, self.welded + self.down))

    def add(self, world, ob):
        self.body = world.add_obstacle(self.surface, **settings.of_collider(ob))
        return self

    def find(self, ob, graph):
        """Finds where the object is at the frame of `graph`. Returns whether it has moved."""
        places = places_shown(ob, graph, self.scale)
        if len(places) != len(self.places):
            raise gelsim.InvalidArgument(f"{ob.name}: expected {len(self.places)} vertices, as in the first frame, found "
                                         f"{len(places)}: a collider must keep its vertices")
        has_moved, kept = not np.array_equal(places, self.places), self.originals >= 0
        self.welded[self.originals[kept]] = places[kept]
        self.places = places
        return has_moved

    def move(self, ob, graph):
        if self.find(ob, graph):
            self.body.set_vertices(self.vertices())


class Session:
    """The simulation of a scene. Frame `frame` is the last that is in the caches."""

    def __init__(self, scene, graph):
        self.scale, self.frame = meshes.scale_of(scene), scene.frame_start
        self.world = gelsim.World(backend=scene.gel.backend, gravity=gravity_of(scene), substep_count=scene.gel.substeps,
                                  contact=True)
        self.softs = []
        for ob in softs_of(scene):
            meshes.check_enabled(ob, graph)
            soft = Soft(ob, self.scale)
            soft.add(self.world, ob)
            soft.digest = stale.digest(scene, ob)
            path = cache.path_of(ob)
            soft.cache = cache.Cache(path, len(soft.start), scene.frame_start)
            shows_inside = soft.skin is not None and tearing.shows_tears(ob)
            soft.inside = inside.Inside(soft, cache.inside_path(path), scene.frame_start) if shows_inside else None
            self.softs.append(soft)
        self.colliders = [Collider(ob, graph, self.scale, np.array(gravity_of(scene))).add(self.world, ob)
                          for ob in colliders_of(scene) if meshes.is_enabled(ob, graph)]  # as Blender's own physics
        self.fields, self.pulls = [], []
        self.blow(scene, graph)
        for soft in self.softs:
            fields.give_weights(scene, found(scene, soft.name), soft.body)

    def blow(self, scene, graph):
        """Sets the fields as they are at the frame of `graph`."""
        now = fields.read(scene, graph)
        self.world.set_field_time((self.frame - scene.frame_start) * float(np.float32(time_step(scene))))
        if now != self.fields:
            self.world.set_fields(now)
            self.fields = now

    def pull(self, scene):
        """Lets the hand pull as it does in the frame of the scene."""
        bodies, now = self._bodies(), self.pulls_of(scene)
        if now != self.pulls:
            self.world.set_goals([(bodies[name], vertex, place, hand.STIFFNESS) for name, vertex, place in now])
            self.pulls = now

    def pulls_of(self, scene):
        """[name, vertex, place] of each vertex that is pulled in the frame of the scene."""
        bodies, pulls = self._bodies(), hand.pulls_at(scene, scene.frame_current)
        return [pull for pull in pulls if pull[0] in bodies and pull[1] < len(bodies[pull[0]])]

    def _bodies(self):
        return {soft.name: soft.body for soft in self.softs}

    def place_colliders(self, scene, graph):
        """Notes where the state has the colliders: as they are at the frame of the scene."""
        for collider in self.colliders:
            collider.find(found(scene, collider.name), graph)

    def begin(self, scene, graph):
        """Writes the first frame of the caches, and shows them."""
        self._write(scene)
        warning = instanced_collider(scene, graph)
        for soft in self.softs:
            scene.objects[soft.name].gel.warning = warning
        self._show(scene)

    def _show(self, scene):
        """Lets Blender play the caches."""
        for soft in self.softs:
            ob = scene.objects[soft.name]
            play(scene, ob, soft.cache.path)
            if soft.inside is not None:
                play(scene, inside.show(ob, soft.inside), soft.inside.cache.path)
            else:
                inside.remove(ob)

    def interrupt(self, scene):
        """Keeps the state, from which `resume` goes on."""
        head = {"frame": self.frame, "digests": self._digests()}
        cache.write_state(cache.state_path(scene), head, self.world.save_bytes())

    def resume(self, scene):
        """Goes on where a bake was interrupted."""
        head, state = cache.read_state(cache.state_path(scene))
        count = head["frame"] - scene.frame_start + 1
        if head["digests"] != self._digests():
            raise gelsim.InvalidArgument("objects or settings have changed since the bake was interrupted: undo that, or press Bake "
                                         "to begin again")
        for each in self._caches():
            if cache.count_frames(each.path, each.points) < count:
                raise gelsim.InvalidArgument(f"{each.path}: expected {count} frames of the bake: press Bake to begin "
                                             "again")
        self.world.load_bytes(state)
        self.fields = self.pulls = None  # those of the frame that is resumed are set, whichever the state has
        for each in self._caches():
            each.cut(count)
        self._show(scene)  # after Save As it still plays the caches of the former file
        self.frame = head["frame"]

    def is_current(self, scene):
        """Whether it is of what is in the scene now."""
        return self._digests() == {ob.name: stale.digest(scene, ob) for ob in softs_of(scene)} and all(
            cache.count_frames(each.path, each.points) == each.count for each in self._caches())

    def _caches(self):
        return [each for soft in self.softs for each in soft.caches]

    def _digests(self):
        return {soft.name: soft.digest for soft in self.softs}

    def advance(self, scene, graph):
        """Simulates the frame after `frame`, at which the scene is."""
        for collider in self.colliders:
            collider.move(found(scene, collider.name), graph)
        self.blow(scene, graph)
        self.pull(scene)
        for soft in self.softs:
            soft.lead(found(scene, soft.name))
        self.world.step(time_step(scene))
        self.frame += 1
        for soft in self.softs:
            soft.warn(found(scene, soft.name), time_step(scene))
        self._write(scene)

    def _write(self, scene):
        for soft in self.softs:
            soft.write(found(scene, soft.name))


def found(scene, name):
    ob = scene.objects.get(name)
    if ob is None:
        raise gelsim.InvalidArgument(f"{name} was renamed or deleted while it was simulated: go to the first frame")
    return ob


def play(scene, ob, path):
    """Lets a modifier play the file. Artists may move, mute and blend it."""
    modifier = ob.modifiers.get(meshes.MODIFIER)
    if modifier is None:
        modifier = ob.modifiers.new(meshes.MODIFIER, "MESH_CACHE")
        if meshes.WELD in ob.modifiers:
            meshes.move_modifier(ob, meshes.MODIFIER, ob.modifiers.find(meshes.WELD))
    modifier.cache_format, modifier.interpolation = "PC2", "LINEAR"
    modifier.filepath = blender_path(path)
    modifier.frame_start = scene.frame_start
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"


def _file_of_bake(ob):
    """(path, frames) of the file that shows a bake; ("", 0) without a bake."""
    modifier = ob.modifiers.get(meshes.MODIFIER)
    path = bpy.path.abspath(modifier.filepath) if modifier is not None and ob.gel.baked else ""
    return path, cache.read_head(path)[1] if path else 0


def end_of_bake(ob):
    """The last frame of a bake; None without one, or if it was cut."""
    path, count = _file_of_bake(ob)
    if count == 0 or os.path.basename(path) != ob.gel.cache:
        return None
    return int(ob.modifiers[meshes.MODIFIER].frame_start) + count - 1


def lacks_of_bake(scene, ob):
    """Says what a bake lacks: its file, or frames of the scene; "" if it has all."""
    path, count = _file_of_bake(ob)
    if path and count == 0:
        folder = os.path.basename(os.path.dirname(path))
        return f"Expected the file {path} of the bake, found none: copy the folder {folder}, or press Free, then Bake"
    end = end_of_bake(ob)
    if end is not None and end < scene.frame_end:
        return f"The bake ends at frame {end}, and the scene at {scene.frame_end}: press Free, then Bake"
    return ""


def blender_path(path):
    """A path relative to the .blend file, so that both can move."""
    return bpy.path.relpath(path) if bpy.data.filepath else path


def stop(scene, message=""):
    """Ends the simulation of a scene, and says why in the panel."""
    SESSIONS.pop(scene.name, None)
    for ob in softs_of(scene):
        ob.gel.message = message


def forget_bake(scene):
    cache.remove(cache.state_path(scene))


def bring_bake(scene, former):
    """Copies an interrupted bake from the folder of the former file after Save As."""
    state = cache.state_path(scene)
    if not os.path.exists(os.path.join(former, os.path.basename(state))):
        return
    paths = [cache.path_of(ob) for ob in softs_of(scene)]
    try:  # the state last, so that it never lies there without its caches
        cache.bring([*paths, *map(cache.inside_path, paths), state], former)
    except OSError as error:
        forget_bake(scene)
        stop(scene, f"The interrupted bake stays with the former file: {error}")


def can_resume(scene):
    return os.path.exists(cache.state_path(scene))
