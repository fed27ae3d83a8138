# What ./check runs: this machine keeps the promises of the README. Few programs are built for it,
# with no package beyond those of ./demo. Each test takes under five seconds once its kernels are
# built; longer ones are in ./check --full.
add_custom_target(promise_tests)

# Whole tests, and the program of each, where it has one.
function(gel_promise)
  foreach(name IN LISTS ARGN)
    if(TEST ${name})
      set_property(TEST ${name} APPEND PROPERTY LABELS promise)
    endif()
    if(TARGET test_${name})
      add_dependencies(promise_tests test_${name})
    endif()
  endforeach()
endfunction()

# The functions of a longer test with one of the words RUN in their names, or all under ENVIRONMENT.
function(gel_promise_part name)
  cmake_parse_arguments(ARG "" "" "RUN;ENVIRONMENT" ${ARGN})
  if(TEST ${name})
    get_property(labels TEST ${name} PROPERTY LABELS)
    gel_add_test(${name}_promise "${labels};promise" $<TARGET_FILE:test_${name}> ${ARG_RUN})
    set_property(TEST ${name}_promise APPEND PROPERTY ENVIRONMENT ${ARG_ENVIRONMENT})
    set_property(TEST ${name} ${name}_promise APPEND PROPERTY RESOURCE_LOCK ${name}_files)
    add_dependencies(promise_tests test_${name})
  endif()
endfunction()

# The same bits everywhere: golden hashes, devices, strategies, contact; a difference is found.
gel_promise(kernels golden_hashes arithmetic input)
add_dependencies(promise_tests test_self_test test_exactness)
gel_promise_part(exactness RUN every_device_gives bodies_in_tiles_have ENVIRONMENT GEL_TEST_FRAMES=60)
gel_promise_part(strategies RUN every_strategy_gives a_step_is_one_launch ENVIRONMENT GEL_TEST_FRAMES=4)
gel_promise_part(contact_exact RUN every_device_and_strategy the_search_finds ENVIRONMENT GEL_TEST_FRAMES=4)
gel_promise_part(cli_compare RUN equal_worlds_are the_device_equals the_report_of)
foreach(name contact_exact cli_compare) # find the kernels that strategies has built
  if(TEST ${name}_promise)
    set_property(TEST ${name}_promise APPEND PROPERTY DEPENDS strategies_promise)
  endif()
endforeach()

# Any mesh: read, refused with the reason, filled, and followed by a skin.
gel_promise(mesh_load mesh_malformed surface skin assets)
add_dependencies(promise_tests generate_bear generate_contact generate_schema)
gel_promise_part(mesher RUN a_ball_keeps the_number_of_threads plates_nearer a_cavity a_ball_with_a_hole
  what_cannot_be_meshed)

# Held to theory: closed forms.
gel_promise(physics goals probes)
gel_promise_part(bending RUN the_value_is a_solved_fold a_rolled_sheet weights_measure a_fold_solved)
gel_promise_part(neo_hookean RUN moves_solve a_solved_tet small_strains forces_are)
gel_promise_part(sheet RUN the_mass_of a_stretched_sheet a_cantilevered_strip a_sheet_drapes)
gel_promise_part(rope RUN the_mass_of a_catenary a_cantilevered_rod never_stretches)
gel_promise_part(pressure RUN a_gas_at_rest a_balloon_has a_liquid_keeps)
gel_promise_part(attachments RUN an_anchor_is two_cubes breaks_at)
gel_promise_part(spring_damping RUN swings_die takes_energy)

# Contact: with each other, with obstacles, and with themselves.
gel_promise_part(contact RUN momentum_and_part boxes_stand unless_they laid_into_each_other)
gel_promise_part(obstacles RUN a_block_rests a_moving_wall starts_inside every_device_moves bad_surfaces)
gel_promise_part(self_contact RUN halves_of_a_bar legs_clap a_thin_sheet)

# Scenes and what comes out of them; bad input is refused with its place.
gel_promise(settings scene scene_bad bake bake_glb plan)
gel_promise_part(lessons RUN the_lesson_on_launches every_lesson_has)
gel_promise_part(cli_run RUN a_run_says the_device_gives every_file_that expectations_are)
gel_promise_part(cli_lesson RUN a_lesson_asks)
gel_promise_part(pictures RUN each_mode)

# A failed step is undone; a state comes back whole or is refused.
gel_promise(world)
gel_promise_part(contact_kept RUN a_step_that_failed)
gel_promise_part(faults RUN errors_of_the_device world_that_cannot)
gel_promise_part(memory_faults RUN on_the_reference)
gel_promise_part(state_file RUN cut_or_damaged)

# The examples, the source tree, and what this machine lacks.
foreach(example many_bodies own_mesh renderer ten_lines two_back_ends)
  gel_promise(example_${example})
  if(TARGET example_${example})
    add_dependencies(promise_tests example_${example})
  endif()
endforeach()
gel_promise(structure missing_assimp missing_python missing_raster missing_viewer missing_zlib)
