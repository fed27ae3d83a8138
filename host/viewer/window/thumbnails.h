// The small pictures of scenes on the start page: assets/thumbnails, made by scripts/thumbnails.sh.
#pragma once

#include "window/catalogue.h"

// Loads them, once, for the current context. A scene whose picture is missing or damaged has none.
void gelLoadThumbnails(gelCatalogue* catalogue);
void gelDropThumbnails(gelCatalogue* catalogue);
