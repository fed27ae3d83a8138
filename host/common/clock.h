#pragma once

#include <stdbool.h>

// The C library's clock in milliseconds; it only goes forward.
double gelMilliseconds(void);
// Whether something that was done at `doneAt` and took `took`, ms, may be done again: at most once a second, and for at most
// 0.5 % of the time.
bool gelWithinBudget(double doneAt, double took);
