// Nobody may read a new file who may not read the one in whose place it comes: from its first moment on, and where the
// system refuses what it is asked for.
#define _DEFAULT_SOURCE // syscall
#include "support/files.h"

#include "files/permissions.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FORMER GEL_SCRATCH "/permissions_former"
#define PART GEL_SCRATCH "/permissions_part"
#define WITH GEL_SCRATCH "/permissions_with"

// The file's mode when it was about to be changed, and whether changes are refused.
static mode_t asCreated;
static bool refusesMode, refusesGroup;
static gid_t askedGroup;

int fchmodat(int folder, const char* path, mode_t mode, int flags)
{
    struct stat found;
    (void)flags;
    stat(path, &found);
    asCreated = found.st_mode & 07777;
    errno = EPERM;
    return refusesMode ? -1 : (int)syscall(SYS_fchmodat, folder, path, mode);
}

int lchown(const char* path, uid_t owner, gid_t group)
{
    askedGroup = group;
    errno = EPERM;
    return refusesGroup ? -1 : (int)syscall(SYS_fchownat, AT_FDCWD, path, owner, group, AT_SYMLINK_NOFOLLOW);
}

static void make(const char* path, mode_t mode)
{
    remove(path);
    writeText(path, "former");
    CHECK(chmod(path, mode) == 0, "%s: no mode %o", path, (unsigned)mode);
}

static int modeOf(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 ? (int)(found.st_mode & 07777) : -1;
}

static bool create(const char* former, const char* with)
{
    remove(PART);
    asCreated = 0;
    FILE* file = gelCreateLike(PART, former, with);
    if (file != NULL)
        fclose(file);
    return file != NULL;
}

static void a_part_is_never_open_to_more_than_its_owner_before_it_has_its_permissions(void)
{
    mode_t mask = umask(0);
    make(FORMER, 0640);
    CHECK(create(FORMER, NULL), "not created");
    CHECK(asCreated == 0600, "created as %o", (unsigned)asCreated);
    CHECK(modeOf(PART) == 0640, "it is %o", (unsigned)modeOf(PART));
    make(FORMER, 06755); // programs are no more what they were
    CHECK(create(FORMER, NULL) && modeOf(PART) == 0755, "it is %o", (unsigned)modeOf(PART));
    remove(FORMER);
    umask(027);
    CHECK(create(FORMER, NULL) && modeOf(PART) == 0640, "it is %o", (unsigned)modeOf(PART));
    umask(mask);
}

static void what_comes_with_a_file_is_open_to_no_more_than_that_and_its_former_self(void)
{
    make(FORMER, 0644);
    make(WITH, 0600);
    CHECK(create(FORMER, WITH) && modeOf(PART) == 0600, "it is %o", (unsigned)modeOf(PART));
    CHECK(gelCopyPermissions(PART, FORMER) && modeOf(PART) == 0600, "then %o", (unsigned)modeOf(PART));
    make(WITH, 0664);
    CHECK(create(NULL, WITH) && modeOf(PART) == 0664, "it is %o", (unsigned)modeOf(PART));
    CHECK(gelCopyPermissions(PART, FORMER) && modeOf(PART) == 0644, "then %o", (unsigned)modeOf(PART));
}

static void another_group_may_do_no_more_than_everybody(void)
{
    static const mode_t former[] = {0640, 0664, 0604, 0660}, expected[] = {0600, 0644, 0604, 0600};
    gid_t other = getegid() + 1;
    refusesGroup = true; // as if this process were not in it
    for (int i = 0; i < 4; i++) {
        make(FORMER, former[i]);
        if (chown(FORMER, (uid_t)-1, other) != 0) {
            SKIP_PART("only root may give files to any group");
            break;
        }
        CHECK(create(FORMER, NULL), "not created");
        CHECK(askedGroup == other, "group %d was asked for", (int)askedGroup);
        CHECK(modeOf(PART) == (int)expected[i], "%o became %o, expected %o", (unsigned)former[i],
              (unsigned)modeOf(PART), (unsigned)expected[i]);
        CHECK(gelCopyPermissions(PART, FORMER) && modeOf(PART) == (int)expected[i], "then %o",
              (unsigned)modeOf(PART));
    }
    refusesGroup = false;
}

static void what_the_system_refuses_opens_nothing(void)
{
    refusesMode = true;
    make(FORMER, 0644);
    CHECK(create(FORMER, NULL) && modeOf(PART) == 0600, "it is %o", (unsigned)modeOf(PART));
    make(PART, 0644);
    make(FORMER, 0600);
    bool isTaken = gelCopyPermissions(PART, FORMER);
    CHECK(!isTaken && errno == EPERM, "0644 in place of 0600, and no error (%d)", errno);
    refusesMode = false;
}

TESTS(TEST(a_part_is_never_open_to_more_than_its_owner_before_it_has_its_permissions),
      TEST(what_comes_with_a_file_is_open_to_no_more_than_that_and_its_former_self),
      TEST(another_group_may_do_no_more_than_everybody), TEST(what_the_system_refuses_opens_nothing))
