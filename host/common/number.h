// Numbers as text with a decimal point, whatever the program's locale.
#pragma once

#include <stdio.h>

enum { gel_decimalSize = 40 };

// Writes a number into `text`, with so many digits (at most 17) as %g; nine reproduce every float. Returns `text`.
const char* gelFormatNumber(double value, int digits, char text[gel_decimalSize]);
// Writes a number to a file.
void gelWriteNumber(FILE* file, double value, int digits);
