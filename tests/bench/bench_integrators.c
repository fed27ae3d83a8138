// The orders of the integrators as measured: the table of docs/integrators.md.
#include "support/oscillators.h"

int main(void)
{
    for (int integrator = gel_explicitEuler; integrator < (int)gel_integratorCount; integrator++) {
        printf("%-16s", gelIntegratorText((gelIntegrator)integrator));
        for (int swing = 0; swing < (int)swingCount; swing++)
            printf(" %8.4f", measuredOrder((gelIntegrator)integrator, (Swing)swing));
        printf("\n");
    }
    return 0;
}
