// Gel: soft bodies on the GPU, from C. Includes the whole public API.
#pragma once

// The simulation
#include "gel/world.h"
#include "gel/body.h"
#include "gel/material.h"
#include "gel/sheet.h"
#include "gel/rope.h"
#include "gel/obstacle.h"
#include "gel/attachment.h"
#include "gel/filter.h"
#include "gel/goals.h"
#include "gel/field.h"
#include "gel/values.h"
#include "gel/strategy.h"
#include "gel/ranks.h"
#include "gel/integrator.h"
#include "gel/settings.h"
#include "gel/skin.h"

// Inspection
#include "gel/contacts.h"
#include "gel/measures.h"
#include "gel/tearing.h"
#include "gel/constraints.h"
#include "gel/stage.h"
#include "gel/compare.h"
#include "gel/timing.h"
#include "gel/share.h"

// Devices
#include "gel/device.h"
#include "gel/tuning.h"

// Meshes
#include "gel/mesh.h"
#include "gel/surface.h"
#include "gel/surface_appearance.h"
#include "gel/surface_check.h"
#include "gel/mesher.h"

// Files
#include "gel/scene.h"
#include "gel/input.h"
#include "gel/snapshot.h"
#include "gel/probe.h"
#include "gel/lesson.h"
#include "gel/bake.h"

// The basis of all headers
#include "gel/base.h"
#include "gel/id.h"
