// Prints the sag of a bar clamped at one end over the converged sag, by order of constraints and
// substeps: the table of docs/orders.md.
#include "support/clamped_bar.h"

int main(void)
{
    static const int substeps[] = {5, 10, 20, 40, 80};
    printf("%-16s", "substeps");
    for (int n = 0; n < 5; n++)
        printf(" %7d", substeps[n]);
    printf("\n");
    for (int order = 0; order < gel_constraintOrderCount; order++) {
        printf("%-16s", gelConstraintOrderText((gelConstraintOrder)order));
        for (int n = 0; n < 5; n++) {
            printf(" %7.3f", barSag((gelConstraintOrder)order, substeps[n]) / convergedBarSag);
            fflush(stdout);
        }
        printf("\n");
    }
    return 0;
}
