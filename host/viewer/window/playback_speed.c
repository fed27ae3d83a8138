#include "window/playback_speed.h"

enum { maxStepsPerPicture = 4, maxStagesPerPicture = 8 };
static const double longestSteps = 0.03; // s, of a picture: at 15 per second, more than half is for drawing

const gelSpeed gelSpeeds[gel_speedCount] = {
    [gel_speedRealTime] = {"real time", 1.0, 0.0},
    {"1/2", 1.0 / 2.0, 0.0},
    {"1/4", 1.0 / 4.0, 0.0},
    {"1/8", 1.0 / 8.0, 0.0},
    {"1/16", 1.0 / 16.0, 0.0},
    {"1/32", 1.0 / 32.0, 0.0},
    {"1/64", 1.0 / 64.0, 0.0},
    [gel_speedByStages] = {"4 stages a second", 0.0, 4.0},
    {"a stage a picture", 0.0, 0.0},
};

void gelPace_SetSpeed(gelPace* pace, int speed)
{
    pace->speed = speed;
    pace->owed = 0.0;
}

void gelPace_Note(gelPace* pace, int frames, double seconds)
{
    const double weight = 0.2;
    if (frames > 0)
        pace->stepSeconds += weight * (seconds / frames - pace->stepSeconds);
}

static int takeOwed(gelPace* pace, double each, int max)
{
    int due = (int)(pace->owed / each);
    pace->owed = due > max ? 0.0 : pace->owed - due * each;
    return due > max ? max : due;
}

gelWork gelPace_Due(gelPace* pace, double timeStep, double elapsed)
{
    const gelSpeed* speed = &gelSpeeds[pace->speed];
    if (speed->ratio > 0.0) {
        int affordable = pace->stepSeconds > 0.0 ? (int)(longestSteps / pace->stepSeconds) : 1;
        int max = affordable < 1 ? 1 : affordable < maxStepsPerPicture ? affordable : maxStepsPerPicture;
        pace->owed += elapsed * speed->ratio;
        return (gelWork){.frames = takeOwed(pace, timeStep, max)};
    }
    if (speed->stagesPerSecond == 0.0)
        return (gelWork){.stages = 1};
    pace->owed += elapsed * speed->stagesPerSecond;
    return (gelWork){.stages = takeOwed(pace, 1.0, maxStagesPerPicture)};
}
