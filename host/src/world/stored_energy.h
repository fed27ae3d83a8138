// Energies that the constraints of a plan do not have: of attachments and fillings.
#pragma once

#include "world/world.h"

// Returns the force of an attachment's curve, N: linear between its points, and beyond them.
double gelForceOfCurve(const gelAttachmentDef* def, double stretch);
// Returns the energy of an attachment, J; 0 if it is rigid. The state must be on the host.
double gelAttachmentEnergy(const gelWorld* world, const gelAttachmentDef* def);
// Computes the energy of a body's filling and of the air that it displaces, J; 0 at its rest volume,
// without a filling, and once the body has torn. The state must be on the host.
gelStatus gelFindFillingEnergy(const gelWorld* world, const gelBody* body, double* energy);
