// What fills closed surfaces, shared by host and device. Plain C and OpenCL C.
#ifndef GEL_PRESSURE_TABLES_H
#define GEL_PRESSURE_TABLES_H

// As gelContents.
enum { filled_with_nothing, filled_with_gas, filled_with_liquid };

enum { pressure_sum_size = 32 }; // vertices whose terms are added up in one go

// Of a body that is filled.
typedef struct PressureRecord {
    int first, end;         // its vertices in the list of all that are pushed
    int first_sum, end_sum; // and their sums
    int filling;
    float rest;       // m^3: at which gas has its overpressure, or which liquid fills
    float excess;     // of gas: overpressure times that volume, J
    float ambient;    // of gas: the pressure outside, Pa
    float compliance; // of liquid, m^3/Pa
    float
        expected; // m^3: the volume that the last substep would have ended with, had nothing else moved; 0: unknown
    float pressure; // over that outside, in the last substep, Pa
    float volume;   // at its start, m^3
} PressureRecord;

#endif
