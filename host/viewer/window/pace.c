#include "window/pace.h"

enum { mostStepsPerPicture = 4, mostStagesPerPicture = 8 };

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

static int takeOwed(gelPace* pace, double each, int most)
{
    int due = (int)(pace->owed / each);
    pace->owed = due > most ? 0.0 : pace->owed - due * each;
    return due > most ? most : due;
}

gelWork gelPace_Due(gelPace* pace, double timeStep, double elapsed)
{
    const gelSpeed* speed = &gelSpeeds[pace->speed];
    if (speed->ratio > 0.0) {
        int affordable = pace->stepSeconds > 0.0 ? (int)(0.04 / pace->stepSeconds) : 1;
        int most = affordable < 1 ? 1 : affordable < mostStepsPerPicture ? affordable : mostStepsPerPicture;
        pace->owed += elapsed * speed->ratio;
        return (gelWork){.frames = takeOwed(pace, timeStep, most)};
    }
    if (speed->stagesPerSecond == 0.0)
        return (gelWork){.stages = 1};
    pace->owed += elapsed * speed->stagesPerSecond;
    return (gelWork){.stages = takeOwed(pace, 1.0, mostStagesPerPicture)};
}
