// Takes the place of the self-tests in a page: WebAssembly prescribes the bits of all arithmetic.
#include "opencl/self_test/self_test.h"

gelStatus gelSelfTest(const gelTestSubject* subject, gelDeviceInfo* info)
{
    *info = subject->opencl->info;
    info->lanes = subject->opencl->lanes;
    info->reason[0] = '\0';
    info->tested = false;
    info->exact = true;
    return gel_success;
}

gelStatus gelSelfTestContacts(const gelTestSubject* subject, char reason[256])
{
    (void)subject;
    reason[0] = '\0';
    return gel_success;
}

gelStatus gelSelfTestPlanes(const gelTestSubject* subject, char reason[256])
{
    (void)subject;
    reason[0] = '\0';
    return gel_success;
}

// Stages only build their kernels.
gelStatus gelSelfTestFields(gelDeviceFields* fields, const gelOpencl* opencl, char reason[256])
{
    reason[0] = '\0';
    return gelOpenDeviceFields(fields, opencl);
}

gelStatus gelSelfTestPressures(gelDevicePressures* pressures, const gelOpencl* opencl, char reason[256])
{
    reason[0] = '\0';
    return gelOpenDevicePressures(pressures, opencl);
}

gelStatus gelSelfTestBalance(gelDeviceBalance* balance, const gelOpencl* opencl, char reason[256])
{
    reason[0] = '\0';
    return gelOpenDeviceBalance(balance, opencl);
}

gelStatus gelSelfTestTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, unsigned kinds,
                              char reason[256])
{
    reason[0] = '\0';
    return gelOpenDeviceTwoLevel(level, opencl, kinds);
}

gelStatus gelSelfTestLinks(gelDeviceLinks* links, const gelOpencl* opencl, char reason[256])
{
    reason[0] = '\0';
    return gelRequireLinkProgram(links, opencl);
}

gelStatus gelSelfTestPlasticity(gelDevicePlasticity* plasticity, const gelOpencl* opencl, char reason[256])
{
    reason[0] = '\0';
    return gelRequirePlasticityProgram(plasticity, opencl);
}
