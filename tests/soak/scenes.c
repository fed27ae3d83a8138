// Which scene an episode steps, and with which settings.
#define _XOPEN_SOURCE 700
#include "soak/random.h"
#include "support/full_scene.h"
#include "support/eventful_scene.h"
#include "support/folder.h"

enum { maxFrames = 40 };

static char folder[700];

// Each seed has its own, so that several soaks may run at once.
void setFolder(uint64_t seed)
{
    snprintf(folder, sizeof folder, "%s/soak_files_%llu", GEL_SCRATCH, (unsigned long long)seed);
    emptyFolder(folder);
}

const char* folderOf(void)
{
    return folder;
}

static const char* writeFixedScene(Episode* episode, char* path, size_t size)
{
    static const struct {
        const char *name, *text;
    } scenes[] = {{"full", NULL}, {"steady", steadyScene}, {"eventful", eventfulScene}};
    static const char* const files[] = {"torn_jelly", "chain",  "card_house", "torn_curtain", "clay",
                                        "balloon",    "cage",   "hand",       "rope_bridge",  "cradle",
                                        "pool",       "squash", "press",      "tower"};
    int texts = (int)(sizeof scenes / sizeof *scenes), all = texts + (int)(sizeof files / sizeof *files);
    int which = choose(episode, all);
    if (which >= texts) {
        snprintf(path, size, "%s/scenes/%s.json", GEL_ASSETS, files[which - texts]);
        return files[which - texts];
    }
    if (which == 0)
        writeFullScene(folder, path);
    else
        writeText(path, scenes[which].text);
    return scenes[which].name;
}

gelStatus openScene(Episode* episode)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/scene.json", folder);
    episode->isRandom = oneIn(episode, 2);
    episode->name = "random";
    if (episode->isRandom)
        writeRandomScene(episode, path);
    else
        episode->name = writeFixedScene(episode, path, sizeof path);
    return gelLoadScene(path, &episode->scene);
}

// Random scenes say theirs.
void chooseSettings(Episode* episode)
{
    episode->def = gelScene_GetWorldDef(episode->scene);
    episode->frames = 5 + choose(episode, maxFrames - 4);
    episode->isGuarded = oneIn(episode, 2);
    if (oneIn(episode, 4))
        episode->def.tileSize = 64;
    if (episode->isRandom)
        return;
    episode->def.substepCount = 1 + choose(episode, 6);
    episode->def.sleep = oneIn(episode, 2);
    episode->def.order = oneIn(episode, 4) ? gel_jacobiOrder : gel_colourOrder;
}
