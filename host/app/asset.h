// The meshes and scenes that come with the program.
#pragma once

enum { gel_assetPathSize = 4400 };

// The path of an asset: "bench/bear.json" in the folder GEL_ASSET_DIR, if set; otherwise beside the installed
// program (../share/gel), or in the source folder that the program was built from. The file need not exist.
const char* gelAssetPath(const char* name, char path[gel_assetPathSize]);
#define GEL_ASSET(name) gelAssetPath((name), (char[gel_assetPathSize]){0})
