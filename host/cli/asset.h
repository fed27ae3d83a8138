// Meshes and scenes that come with the program.
#pragma once

enum { gel_assetPathSize = 4400 };

// Where an asset is: "bench/bear.json" in the folder GEL_ASSET_DIR where that is set; otherwise beside the installed program
// (../share/gel), or in the source folder that the program was built from. Whether the file is there is not said.
const char* gelAssetPath(const char* name, char path[gel_assetPathSize]);
#define GEL_ASSET(name) gelAssetPath((name), (char[gel_assetPathSize]){0})
