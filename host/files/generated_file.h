// Files that Gel names by itself, beside what the user names: what has such a name and is none of them is the user's.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The first bytes of these files.
#define GEL_OBJ_START "# Gel "
#define GEL_SNAPSHOTS_START "gel snapshots\n\x1a"

// Whether that is the beginning of snapshots as former versions wrote them, which are refused, and may be replaced.
bool gelIsFormerSnapshot(const char* start);
// True if nothing is there, or a file that begins so; of a link, where it leads.
bool gelMayOverwrite(const char* path, const char* start);

// STEM_rest.obj, which is next to a cache STEM.pc2 or STEM.mdd and at most so much longer. False if it does not fit.
enum { gel_restShapeRoom = 10 };
bool gelNameRestShape(const char* cache, char* name, size_t capacity);

// RECORDING.states, which has its keyframes and is longer by so much at most. False if it does not fit.
enum { gel_keyframesRoom = 8 };
bool gelNameKeyframes(const char* recording, char* name, size_t capacity);
