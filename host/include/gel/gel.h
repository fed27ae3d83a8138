// Gel: soft bodies on the GPU, from C. Includes the whole public API.
#pragma once

#include "gel/base.h"
#include "gel/mesh.h"
#include "gel/device.h"
#include "gel/tuning.h"
#include "gel/world.h"
#include "gel/share.h"
#include "gel/compare.h"
#include "gel/skin.h"
#include "gel/doctor.h"
#include "gel/surface.h"
#include "gel/mesher.h"
#include "gel/scene.h"
#include "gel/input.h"
#include "gel/timing.h"
#include "gel/bake.h"
