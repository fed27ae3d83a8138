// The reader's prediction in a lesson, and how it compares with the measured number.
#pragma once

#include "app/play.h"

typedef struct gelPrediction {
    bool isGiven;
    int choice;   // of a lesson with choices
    double value; // in the lesson's unit
} gelPrediction;

// A letter or number of a choice, or a number, with or without its unit. Reports what is wrong and returns the exit code;
// an empty text is no prediction.
int gelReadPrediction(gelOutput* output, const gelLesson* lesson, const char* text,
                      gelPrediction* prediction);
// Asks on the terminal, again after what cannot be read; an empty line is no prediction.
void gelAskPrediction(gelOutput* output, const gelLesson* lesson, gelPrediction* prediction);

// The number that was to be predicted: its size in the lesson's unit. NAN if the lesson has choices or nothing was measured.
double gelMeasuredOf(const gelLesson* lesson, const gelProbeTable* probes);

// "4.8 m; measured is 4.91 m, 2.3 % more": a line for the reader.
enum { gel_predictionTextSize = 300 };
const char* gelPredictionText(const gelLesson* lesson, const gelPrediction* prediction, char first,
                              double measured, char text[gel_predictionTextSize]);
