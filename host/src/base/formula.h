// Formulas in text: "rho * g * L^4 / (8 * E * I)".
#pragma once

#include "base/core.h"

// The value of a name; false if there is none. It is not zero-terminated.
typedef bool gelFormulaNames(const void* context, const char* name, size_t length, double* value);

enum { gel_longestFormula = 1000 }; // bytes

// Numbers, + - * / ^, parentheses, sqrt sin cos tan asin acos atan exp log (natural) abs, pi, and what `names` knows:
// identifiers, continued by .identifier and [number], such as bodies[0].material.density. -2^2 is -4, 2^3^2 is 2^9.
// Errors: gel_formatError, which marks the place; also where the value is infinite or not a number.
gelStatus gelEvaluateFormula(const char* text, gelFormulaNames* names, const void* context, double* value);

// Whether a text can name a number: an identifier that is neither a function nor pi.
bool gelIsFormulaName(const char* text);
