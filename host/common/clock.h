#pragma once

// The C library's clock in milliseconds; it only goes forward.
double gelMilliseconds(void);
