#!/usr/bin/env bash
# Runs of several processes have the files and hashes of one; a process that is lost, or fails, ends all with a message.
# usage: mpi_test.sh MPIRUN GEL ASSETS SCRATCH
set -uo pipefail
mpirun=$1 gel=$2 assets=$3 scratch=$4
failed=0
export NO_COLOR=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mkdir -p "$scratch"
cd "$scratch" || exit 1
rm -f -- *.pc2* *.obj rank.*

# ranks COUNT OPTION...: gel run on so many processes
ranks() {
    local count=$1
    shift
    timeout 60 "$mpirun" -n "$count" "$gel" run "$@" --quiet
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

ranks 3 nowhere.json >many.txt 2>&1 && complain "a scene that is not there is stepped"
grep -q 'gel: nowhere.json: cannot be opened' many.txt || complain "the first process does not speak: $(cat many.txt)"
ranks 2 "$assets/bench/lattice_1k.json" --order jacobi >many.txt 2>&1 && complain "an order without tiles is stepped"
grep -q '2 ranks: .* the order jacobi does not have' many.txt || complain "jacobi: $(cat many.txt)"

# Kills one of three processes while they step.
timeout 60 "$mpirun" -n 3 bash -c "echo \$\$ >rank.\${OMPI_COMM_WORLD_RANK:-\$PMI_RANK}
    exec '$gel' run '$assets/bench/lattice_1k.json' --frames 1000000 --backend reference --quiet --out many.pc2" >many.txt 2>&1 &
launcher=$!
for _ in $(seq 100); do
    ls many.pc2*.part >/dev/null 2>&1 && break
    sleep 0.1
done
start=$(date +%s)
kill -9 "$(cat rank.1)"
wait $launcher && complain "a lost process is not noticed"
[ $(($(date +%s) - start)) -lt 10 ] || complain "a lost process ends all after $(($(date +%s) - start)) s"
[ ! -e many.pc2 ] || complain "a run that was ended leaves a result"
grep -qi 'killed' many.txt || complain "no message: $(cat many.txt)"
exit $failed
