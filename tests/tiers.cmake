# What ./check --full leaves to a longer tier: `everything`, for ./check --everything, or `long`, which
# only scripts/long.sh runs. docs/testing.md has those in a table.

# The functions of the test NAME with one of the PARTs in their names run in TIER, as the test NAME_TIER.
# Without a PART the whole test does.
macro(gel_later tier name)
  set(GEL_${tier}_${name} ${ARGN})
  if("${ARGN}" STREQUAL "")
    list(APPEND GEL_LATER_${tier} ${name})
  endif()
endmacro()

# Sorts of planted faults, lanes, orders and back ends of which `full` has one or two.
gel_later(everything self_test wrong_contacts)
gel_later(everything contact_exact lanes_and_work_group_sizes)
gel_later(everything exactness_lanes)
gel_later(everything faces lanes_change_no_bit)
gel_later(everything two_level every_number_of_lanes)
gel_later(everything orders every_back_end_has)
gel_later(everything integrators every_back_end_has)
gel_later(everything spring_damping a_step_by_stages has_equal_bits_in_all_orders every_device_and_strategy)
gel_later(everything tuning tuning_never_changes)
gel_later(everything cli_compare an_edge_that_errs the_table_of_a_difference other_materials_for_all)

# Bits of one feature with each strategy: kernels of their own. `full` compares strategies without it.
foreach(name neo_hookean plasticity sheet spin tearing tethers)
  gel_later(everything ${name} every_device_and_strategy)
endforeach()
foreach(name fields pressure)
  gel_later(everything ${name} every_back_end_and_strategy)
endforeach()
gel_later(everything restitution every_back_end_bounces)
gel_later(everything rest_shape every_device_strategy)

# Long runs of what shorter ones in `full` show in the small.
gel_later(everything window_beside a_key_and_rows)
gel_later(everything window_paint weights_of_goals)
gel_later(everything contact_physics none_of_24)
gel_later(everything cli_bench the_cost_of_contact)
gel_later(everything fault_names)
gel_later(everything view_share)

# What other tests show: long runs, and planted faults of kernels, of which others have some; all lanes of a guarded solve,
# of attachments and of obstacles, where others have the device's; runs that repeat on strategies, fused multiply-add with
# clang, memory that runs out with a device under the sanitizers, bits of features on PoCL by the matrix, accesses by
# kernel_races.
gel_later(long exactness_again)
gel_later(long self_test wrong_links wrong_fields wrong_pressures wrong_plasticity wrong_vectors)
gel_later(long contact_piles beams_fold linked_rings)
gel_later(long cli_disk fails_while_drawing a_recording_that_fails)
gel_later(long cli_killed a_killed_film)
gel_later(long drawing six_thousand_pictures)
gel_later(long guard every_number_of_lanes)
gel_later(long two_level_joints every_number_of_lanes)
gel_later(long two_level_obstacles every_number_of_lanes)
gel_later(long rank_runs every_scene_of_the_assets)
gel_later(long cli_bench errors_fall scenes_without_tets tables_fit)
gel_later(long build_gcc-native)
gel_later(long build_sanitize-view)
gel_later(long memory_faults on_a_device)
foreach(name compare_rusticl fields_rusticl integrators_rusticl orders_rusticl plasticity_rusticl pressure_rusticl
        fields_oclgrind pressure_oclgrind strategies_oclgrind kernel_races_wide kernel_races_again kernel_races_stiff)
  gel_later(long ${name})
endforeach()

# What ./check --full does not install.
foreach(name rusticl oclgrind doxygen)
  gel_later(everything missing_${name})
endforeach()
