// The chooser of a window's quality and its pace, given times: no picture is drawn, and no clock is read.
#define TEST_SUBJECT "quality"
#include "support/harness.h"

#include "draw/quality.h"
#include "window/playback_speed.h"

static const double fullCost = 0.4; // s, of a picture by a processor; each level costs 0.4 of the one before

static double costOf(int level, double full)
{
    double cost = full;
    for (int i = 0; i < level; i++)
        cost *= 0.4;
    return cost;
}

// Draws that many pictures at the chosen levels; returns how often the level changed.
static int draw(gelQualityChooser* chooser, int pictures, double full, double other)
{
    int changes = 0;
    for (int i = 0; i < pictures; i++) {
        int before = chooser->level;
        gelQualityChooser_Note(chooser, costOf(before, full), other);
        changes += chooser->level != before;
    }
    return changes;
}

static void a_fast_device_draws_in_full(void)
{
    gelQualityChooser chooser = {0};
    CHECK_INT(draw(&chooser, 1000, 1.0 / 60.0, 0.001), 0);
    CHECK_INT(chooser.level, 0);
}

static void a_slow_renderer_reaches_15_pictures_per_second_within_20_pictures(void)
{
    gelQualityChooser chooser = {0};
    draw(&chooser, 20, fullCost, 0.01);
    double period = costOf(chooser.level, fullCost) + 0.01;
    CHECK(chooser.level > 0 && period <= 1.0 / 15.0, "level %d: a picture each %g s", chooser.level, period);
}

static void the_level_is_not_coarser_than_needed(void)
{
    gelQualityChooser chooser = {0};
    draw(&chooser, 100, 0.1, 0.01);
    CHECK_INT(chooser.level, 1);
}

static void a_level_that_is_fast_enough_stays(void)
{
    gelQualityChooser chooser = {0};
    draw(&chooser, 100, fullCost, 0.01);
    CHECK_INT(draw(&chooser, 1000, fullCost, 0.01), 0);
}

static void a_slow_picture_alone_changes_nothing(void)
{
    gelQualityChooser chooser = {0};
    draw(&chooser, 100, 0.01, 0.005);
    gelQualityChooser_Note(&chooser, 0.1, 0.005);
    CHECK_INT(chooser.level, 0);
}

static void the_level_rises_again_when_pictures_are_fast(void)
{
    gelQualityChooser chooser = {0};
    draw(&chooser, 100, fullCost, 0.01);
    int coarse = chooser.level;
    draw(&chooser, 200, 0.01, 0.005);
    CHECK(coarse > 0 && chooser.level == 0, "level %d, then %d", coarse, chooser.level);
}

// Level 1 costs a quarter of level 0, which is too slow: each attempt to draw in full takes longer to come.
static void attempts_that_fail_become_rare(void)
{
    gelQualityChooser chooser = {0};
    int changes[2] = {0};
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < 2000; i++) {
            int before = chooser.level;
            gelQualityChooser_Note(&chooser, before == 0 ? 0.08 : 0.015, 0.0);
            changes[half] += chooser.level != before;
        }
    CHECK(changes[0] <= 16 && changes[1] <= 8, "%d changes in the first 2,000 pictures, %d in the next",
          changes[0], changes[1]);
}

static void a_slow_simulation_does_not_coarsen_a_fast_picture(void)
{
    gelQualityChooser chooser = {0};
    CHECK_INT(draw(&chooser, 200, 0.012, 1.0), 0);
    CHECK_INT(chooser.level, 0);
}

static void the_coarsest_level_is_the_last(void)
{
    gelQualityChooser chooser = {0};
    draw(&chooser, 500, 100.0, 0.0);
    CHECK_INT(chooser.level, gel_qualityCount - 1);
}

static void levels_go_from_fine_to_coarse_and_begin_in_full(void)
{
    CHECK(gelQualities[0].sharpness == 1.0f && gelQualities[0].samples == 4 && !gelQualities[0].isFast,
          "the first level is not full");
    for (int i = 1; i < gel_qualityCount; i++)
        CHECK(gelQualities[i].sharpness <= gelQualities[i - 1].sharpness &&
                  gelQualities[i].samples <= gelQualities[i - 1].samples &&
                  gelQualities[i].shadowTaps <= gelQualities[i - 1].shadowTaps,
              "level %d is finer than the one before", i);
}

// A frame of the scene takes 1/60 s, and the machine draws a picture each 1/10 s.
static void slow_frames_leave_time_for_pictures(void)
{
    static const double durations[] = {0.001, 0.007, 0.014, 0.022, 0.5}; // s
    static const int expected[] = {4, 4, 2, 1, 1};
    for (int i = 0; i < 5; i++) {
        gelPace pace = {0};
        gelWork work = {0};
        for (int picture = 0; picture < 100; picture++) {
            work = gelPace_Due(&pace, 1.0 / 60.0, 0.1);
            gelPace_Note(&pace, work.frames, work.frames * durations[i]);
        }
        CHECK(work.frames == expected[i], "frames of %g s: %d before a picture, not %d", durations[i],
              work.frames, expected[i]);
    }
}

TESTS(TEST(slow_frames_leave_time_for_pictures), TEST(a_fast_device_draws_in_full),
      TEST(a_slow_renderer_reaches_15_pictures_per_second_within_20_pictures),
      TEST(the_level_is_not_coarser_than_needed), TEST(a_level_that_is_fast_enough_stays),
      TEST(a_slow_picture_alone_changes_nothing), TEST(the_level_rises_again_when_pictures_are_fast),
      TEST(attempts_that_fail_become_rare), TEST(a_slow_simulation_does_not_coarsen_a_fast_picture),
      TEST(the_coarsest_level_is_the_last), TEST(levels_go_from_fine_to_coarse_and_begin_in_full))
