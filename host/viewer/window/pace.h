// How fast the window shows a scene: simulated time by the clock, slowed down, or one stage after the other.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelSpeed {
    const char* label;
    double ratio;           // simulated time over time; 0: by stages
    double stagesPerSecond; // of the speeds by stages; 0: one a picture
} gelSpeed;

enum { gel_speedRealTime = 0, gel_speedByStages = 7, gel_speedCount = 9 };
extern const gelSpeed gelSpeeds[gel_speedCount];

typedef struct gelPace {
    int speed;          // of gelSpeeds
    double owed;        // s of simulated time, or stages, behind the clock
    double stepSeconds; // what a step takes, a running mean
} gelPace;

typedef struct gelWork {
    int frames, stages;
} gelWork;

void gelPace_SetSpeed(gelPace* pace, int speed);

// What is to be done before the next picture, `elapsed` s after the last: as much as the clock asks for, but no more than
// leaves the window alive. What is left over is forgotten, so that a slow machine runs slow and does not hang.
// `timeStep` is a frame's, in s.
gelWork gelPace_Due(gelPace* pace, double timeStep, double elapsed);

#ifdef __cplusplus
}
#endif
