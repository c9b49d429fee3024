#!/bin/sh
# make test-arm: the tests of vision geometry, debouncing and odds on arm64, emulated by qemu-user without root rights over the system;
# ARGS="tests/rules" runs others, ARGS=tests all of them, for which binfmt_misc must know arm64, as qemu-user-static sees to.
# Builds an arm64 Debian 13 with the pinned wheels in $ARM_ROOT (default .arm, 0.7 GB, once), then runs pytest in it.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
root=${ARM_ROOT:-$here/.arm}
# Arithmetic and wheels may differ on arm64; the rules are plain Python, and their long tests take an hour when emulated.
tests=${*:-tests/vision/geometry tests/hardware/test_debounce.py tests/rules/casting_stones/test_odds.py}

skip() {
    echo "test-arm: SKIPPED: $1"
    exit 0
}

if [ "$(uname -m)" = aarch64 ]; then
    # shellcheck disable=SC2086 # the list is meant to be split
    exec "$here/.venv/bin/pytest" -q $tests
fi
command -v qemu-aarch64-static >/dev/null || skip "no qemu-aarch64-static here: sudo apt install qemu-user-static"
version=$(qemu-aarch64-static --version | sed -n '1s/.*version \([0-9]*\).*/\1/p')
[ "$version" -ge 10 ] || echo "test-arm: qemu $version here: tests that load onnxruntime 1.31 crash before qemu 10, which Debian 13 has."
# What the project and its tests need; the root is made anew when that changes.
packages=$("$here/.venv/bin/python" - "$here/pyproject.toml" <<'EOF'
import sys, tomllib
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
print(*project["dependencies"], *project["optional-dependencies"]["club"], "pytest", "hypothesis")
EOF
)
if [ "$(cat "$root/.ready" 2>/dev/null)" != "$packages" ]; then
    command -v debootstrap >/dev/null || skip "no debootstrap here: sudo apt install debootstrap"
    [ "$(id -u)" = 0 ] || skip "the first run makes a root file system and needs root: sudo make test-arm"
    rm -rf "$root"
    debootstrap --arch=arm64 --foreign --variant=minbase --include=python3,ca-certificates trixie "$root" ||
        skip "the arm64 packages cannot be had: is the network there?"
    for package in "$root"/var/cache/apt/archives/*.deb; do dpkg -x "$package" "$root"; done
    platforms="--platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64"
    # shellcheck disable=SC2086 # as above
    "$here/.venv/bin/pip" install -q $platforms --python-version 3.13 --only-binary=:all: --target "$root/opt/site" \
        -c "$here/constraints/pi-trixie.txt" $packages || skip "the arm64 wheels cannot be had: is the network there?"
    echo "$packages" >"$root/.ready"
fi
# Python 3.13 starts programs by posix_spawn, in which qemu-user loses the error of a program that cannot start.
echo "import subprocess; subprocess._USE_POSIX_SPAWN = False" >"$root/opt/site/sitecustomize.py"
cd "$here"
export QEMU_LD_PREFIX="$root" # also for the programs that tests start
# shellcheck disable=SC2086 # as above
exec qemu-aarch64-static -E PYTHONHOME="$root/usr" -E PYTHONPATH="$root/opt/site:$here" \
    "$root/usr/bin/python3.13" -m pytest -q -p no:cacheprovider -o addopts= $tests
