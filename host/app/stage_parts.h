// Which stages of a step a world has.
#pragma once

#include "gel/stage.h"
#include "gel/world.h"

// Whether a stage that not every world has takes part, by what the bodies are made of and bound to; true for the
// others. For gel_stageLead and gel_stageDraw: whether any body has goals.
bool gelHasStage(const gelWorld* world, gelStage stage);
