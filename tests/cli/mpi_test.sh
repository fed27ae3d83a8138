#!/usr/bin/env bash
# Runs of several processes have the files and hashes of one; a process that is lost, or fails, ends all with a message, and
# another number of processes goes on from there.
# usage: mpi_test.sh MPIRUN GEL ASSETS SCRATCH [KILLS]
set -uo pipefail
mpirun=$1 gel=$2 assets=$3 scratch=$4 kills=${5:-2}
failed=0
export NO_COLOR=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mkdir -p "$scratch"
cd "$scratch" || exit 1
rm -f -- *.pc2* *.csv* *.obj rank.*

# ranks COUNT OPTION...: gel run on so many processes
ranks() {
    local count=$1
    shift
    timeout -k 20 60 "$mpirun" -n "$count" "$gel" run "$@" --quiet
}

complain() {
    printf 'FAILED: %s\n' "$*"
    failed=1
}

compare() {
    local name=$1 scene=$2
    shift 2
    "$gel" run "$scene" "$@" --quiet --out one.pc2 >one.txt 2>&1 || complain "$name: one process: $(cat one.txt)"
    for count in 2 3; do
        ranks $count "$scene" "$@" --out many.pc2 >many.txt 2>&1 || complain "$name: $count processes: $(cat many.txt)"
        cmp one.pc2 many.pc2 || complain "$name: $count processes write other bytes"
        [ "$(grep '^  hash' one.txt)" = "$(grep '^  hash' many.txt)" ] || complain "$name: $count processes: $(cat many.txt)"
        [ "$(grep -c '^  hash' many.txt)" = 1 ] || complain "$name: not one process speaks: $(cat many.txt)"
        rm -f many.pc2
    done
}

compare lattice "$assets/bench/lattice_1k.json" --frames 3 --tile-size 64 --backend reference
compare tears "$assets/scenes/torn_jelly.json" --frames 3 --tile-size 64 --backend reference
if [[ $("$gel" devices) == *native* ]]; then # which solves tiles while positions are on their way
    GEL_NATIVE_THREADS=1 compare "lattice, native" "$assets/bench/lattice_1k.json" --frames 3 --tile-size 64 --backend native
fi

ranks 3 nowhere.json >many.txt 2>&1 && complain "a scene that is not there is stepped"
grep -q 'gel: nowhere.json: cannot be opened' many.txt || complain "the first process does not speak: $(cat many.txt)"
ranks 2 "$assets/bench/lattice_1k.json" --order jacobi >many.txt 2>&1 && complain "an order without tiles is stepped"
grep -q '2 ranks: .* the order jacobi does not have' many.txt || complain "jacobi: $(cat many.txt)"

# start COUNT OPTION...: the same in the background; process N leaves its id in rank.N
start() {
    local count=$1
    shift
    rm -f rank.*
    # shellcheck disable=SC2016 # for the inner shell
    timeout -k 20 60 "$mpirun" -n "$count" bash -c 'echo $$ >rank.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; exec "$@"' rank \
        "$gel" run "$@" --quiet >many.txt 2>&1 &
    launcher=$!
}

# lose RANK: kills that process, which must end all
lose() {
    local start
    start=$(date +%s)
    kill -9 "$(cat "rank.$1")" 2>/dev/null
    wait $launcher && return 1
    cat rank.* | while read -r process; do # a launcher may end before the processes that it kills
        while grep -qs many.pc2 "/proc/$process/cmdline" && [ $(($(date +%s) - start)) -lt 10 ]; do
            sleep 0.05
        done
    done
    [ $(($(date +%s) - start)) -lt 10 ] || complain "a lost process ends all after $(($(date +%s) - start)) s"
    [ ! -e many.pc2 ] || complain "a run that was ended leaves a result"
}

start 3 "$assets/bench/lattice_1k.json" --frames 1000000 --backend reference --out many.pc2
for _ in $(seq 100); do
    ls many.pc2*.part >/dev/null 2>&1 && break
    sleep 0.1
done
lose 1 || complain "a lost process is not noticed"
grep -qi 'killed' many.txt || complain "no message: $(cat many.txt)"

# break_off NAME TABLE SCENE OPTION...: kills processes of a run at several moments. Each time another number of them goes on.
break_off() {
    local name=$1 table=$2 resume='' count frames resumed=0
    shift 2
    rm -f many.*
    for frames in 100 200 400 800 1600; do # until it lasts long enough to be killed
        SECONDS=0
        "$gel" run "$@" --frames $frames --quiet --out one.pc2 "$table" one.csv >one.txt 2>&1 ||
            complain "$name: one process: $(cat one.txt)"
        [ $SECONDS -ge 3 ] && break
    done
    set -- "$@" --frames "$frames"
    for _ in $(seq "$kills"); do
        count=$((2 + RANDOM % 3))
        # shellcheck disable=SC2086 # no word if it is empty
        start $count "$@" --out many.pc2 "$table" many.csv --checkpoint 1 $resume
        for _ in $(seq 400); do # until all have joined: Open MPI may hang if it loses a process before that
            [ -e rank.0 ] && [ many.pc2.gel-state -nt rank.0 ] && break
            sleep 0.02
        done
        sleep "0.$((100 + RANDOM % 900))"
        lose $((RANDOM % count)) || break
        resume=--resume resumed=$((resumed + 1))
        [ -e many.pc2.gel-state ] || resume=
    done
    [ $resumed -gt 0 ] || complain "$name: ends before a process is killed"
    if [ ! -e many.pc2 ]; then
        "$gel" run "$@" --ranks 3 --out many.pc2 "$table" many.csv --resume --quiet >many.txt 2>&1 ||
            complain "$name: --resume after $resumed kills: $(cat many.txt)"
    fi
    cmp one.pc2 many.pc2 || complain "$name: other bytes after $resumed kills"
    cmp one.csv many.csv || complain "$name: another table after $resumed kills"
    [ "$(grep '^  hash' one.txt)" = "$(grep '^  hash' many.txt)" ] || complain "$name: $(cat many.txt)"
}

RANDOM=20261127
break_off tears --contacts "$assets/scenes/torn_jelly.json" --tile-size 64 --backend reference
break_off probes --csv "$assets/scenes/balloon.json" --tile-size 64 --backend reference

# The first process keeps the frame at which the user interrupts.
rm -f many.*
start 3 "$assets/bench/lattice_1k.json" --frames 1000000 --backend reference --out many.pc2
for _ in $(seq 100); do # until it has written some frames, and catches the signal
    [ -n "$(find . -name 'many.pc2*.part' -size +20k)" ] && break
    sleep 0.1
done
pkill -TERM -P $launcher # timeout would signal the whole group as well: a second signal ends a process at once
wait $launcher && complain "an interrupt is not noticed"
grep -q 'interrupted after frame .* --resume goes on from there' many.txt || complain "interrupted: $(cat many.txt)"
[ -e many.pc2.gel-state ] || complain "an interrupted run cannot be resumed"
exit $failed
