# The examples do what they say. Each test promises its exit code and a line of what it prints.
function(gel_example_test name line example)
  gel_add_test(example_${name} examples
    ${CMAKE_CURRENT_SOURCE_DIR}/examples/example_test.sh ${line} $<TARGET_FILE:example_${example}> ${ARGN})
endfunction()

# The box has fallen one metre and lies on the ground, in the same state on every device.
gel_example_test(ten_lines "state 36f1e458d96ca4f6" ten_lines)
# Pinned corners stay where they are, to the bit.
gel_example_test(own_mesh "pins held" own_mesh)
# The shared buffer holds what is simulated: after 20 frames the box touches the ground.
gel_example_test(renderer "frame 20: height 0\\.000 to .*" renderer)
# A device gives the reference's bits.
gel_example_test(two_back_ends "frame 60: equal bits, at most 0 m apart" two_back_ends)
# Double precision gives others from the first frame on, but only just.
gel_example_test(two_back_ends_double "frame 1: different bits, at most [0-9.]+e-0[6-9] m apart" two_back_ends double)
# A hundred bodies take one launch.
gel_example_test(many_bodies "100 bodies of [0-9]+ tets, launches per step: 1, state 25a4b022cd3b12e6" many_bodies)
# A solver on one page ends in the state of the library, which test_xpbd_in_one_page.c compares vertex by vertex.
gel_example_test(xpbd_in_one_page "state 9b0753c79ca557f2" xpbd_in_one_page)
gel_test(examples xpbd_in_one_page)
