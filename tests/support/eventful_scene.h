// A scene with something of all that a world keeps between two steps, to be broken off anywhere: contact, restitution,
// sleep, what fills a body and flows, a moving obstacle, goals that move, an attachment that breaks and one that is released, a field with keys, cloth,
// a rope, input of every kind, probes and what is expected of them.
#pragma once

#define EVENTFUL_HEAD                                                                                                               \
    "{\"contact\":true,\"sleep\":true,\"substeps\":4,\"ground\":{\"restitution\":0.3},"                                             \
    "\"fields\":[{\"type\":\"wind\",\"velocity\":[3,0,1],\"gust\":0.5,\"keys\":[{\"time\":0,\"share\":0},"                          \
    "{\"time\":0.5,\"share\":2}]}],\"bodies\":["                                                                                    \
    "{\"name\":\"crate\",\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[2,2,2]},"                                    \
    "\"position\":[0,0.1,0],\"material\":{\"restitution\":0.4,\"damping\":0.5}},"                                                   \
    "{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":3},\"position\":[0.05,0.6,0],"                                        \
    "\"material\":{\"creep\":5,\"yield\":0.01,\"filling\":\"gas\",\"pressure\":500}},"                                              \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.8,0.1,0.1],\"cells\":[5,1,1]},\"position\":[1.5,0.4,0],"                              \
    "\"goals\":{\"weight\":0.6,\"damping\":2,\"keys\":[{\"time\":0,\"position\":[1.5,0.4,0]},"                                      \
    "{\"time\":0.6,\"position\":[1.5,0.8,0.2]}]}},"                                                                                 \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.05,0.2],\"cells\":[1,1,1]},\"position\":[-2,0,0],"                                \
    "\"material\":{\"damping\":20}},"                                                                                               \
    "{\"shape\":{\"type\":\"cloth\",\"sizeX\":0.5,\"sizeZ\":0.5,\"cellsX\":4,\"cellsZ\":4},"                                        \
    "\"position\":[0.6,0.5,0.8],\"pins\":[{\"box\":{\"lower\":[0.3,0,0],\"upper\":[0.4,2,2]}}]},"                                   \
    "{\"shape\":{\"type\":\"rope\",\"length\":0.5,\"segments\":6},\"position\":[0.5,0.9,0]}],"                                      \
    "\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.3,1]},\"keys\":[{\"time\":0,\"position\":"                         \
    "[-0.6,0.15,0]},{\"time\":0.4,\"position\":[-0.2,0.15,0]},{\"time\":0.8,\"position\":[-0.8,0.15,0]}]}],"                        \
    "\"attachments\":[{\"a\":{\"body\":5,\"vertex\":0},\"b\":{\"body\":2,\"vertex\":0},\"length\":1,"                               \
    "\"curve\":[[-1,0],[0,0],[0.2,150],[0.4,400]],\"until\":0.3},{\"a\":{\"body\":1,\"vertex\":0},\"b\":{\"obstacle\":0,\"point\":" \
    "[-0.6,0.3,0]},\"length\":0.3,\"breakForce\":30}],"                                                                             \
    "\"probes\":[{\"name\":\"height\",\"body\":1,\"measure\":\"position.y\"},{\"name\":\"push\",\"body\":0,"                        \
    "\"measure\":\"contactForce.y\"},{\"name\":\"energy\",\"measure\":\"energy.total\"}],"                                          \
    "\"expectations\":[{\"probe\":\"height\",\"from\":0.05,\"to\":0.5,\"take\":\"mean\",\"value\":0.5,"                             \
    "\"tolerance\":\"90 %\",\"reason\":\"it is held, and falls\"}],\"input\":["                                                     \
    "{\"frame\":4,\"grab\":{\"origin\":[0.05,0.8,5],\"direction\":[0,0,-1],\"stiffness\":300}},"                                    \
    "{\"frame\":9,\"pull\":{\"origin\":[0.15,0.9,5],\"direction\":[0,0,-1]}},"                                                      \
    "{\"frame\":14,\"set\":{\"gravity\":[0.5,-9,0],\"ground\":{\"restitution\":0.1},\"substeps\":5}},"                              \
    "{\"frame\":16,\"alter\":{\"body\":0,\"material\":{\"youngModulus\":54321,\"bendingStiffness\":0.1}}},"                         \
    "{\"frame\":22,\"release\":true}"

#define EVENTFUL_CHANGES                                                                                     \
    ",{\"frame\":23,\"drop\":{\"body\":1,\"position\":[0,0.7,0.1]}},{\"frame\":24,\"remove\":{\"body\":3}}," \
    "{\"frame\":25,\"wall\":{\"from\":[0.5,0.2,-0.5],\"to\":[0.5,0.2,0.5],\"across\":[0,0.4,0],"             \
    "\"thickness\":0.05}},{\"frame\":27,\"move\":{\"body\":7,\"position\":[0.45,0.2,0]}}"

#define EVENTFUL_END                                                                                         \
    ",{\"frame\":28,\"flatten\":{\"body\":0,\"height\":0.2}},{\"frame\":29,\"detach\":{\"attachment\":1}},"  \
    "{\"frame\":29,\"paint\":{\"body\":4,\"factor\":\"stiffness\",\"position\":[0.1,0,0],\"radius\":0.2,"    \
    "\"strength\":0.8,\"value\":0.2,\"mirror\":true}}]}"

// The bodies stay the same, so that it can be baked; or they come and go.
static const char steadyScene[] = EVENTFUL_HEAD EVENTFUL_END,
                  eventfulScene[] = EVENTFUL_HEAD EVENTFUL_CHANGES EVENTFUL_END;
