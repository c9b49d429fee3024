#!/bin/sh
# make test-pins: the panel on a real Linux gpiochip, simulated by the kernel's gpio-sim; needs root and lgpio.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
chip=/sys/kernel/config/gpio-sim/owleye

skip() {
    echo "test-pins: SKIPPED: $1"
    exit 0
}

[ "$(id -u)" = 0 ] || skip "simulated pins need root: sudo make test-pins"
LG_WD=$(mktemp -d) # in which lgpio makes a pipe, as soon as it is imported
export LG_WD
trap 'rm -rf "$LG_WD"' EXIT
"$here/.venv/bin/python" -c 'import lgpio' 2>/dev/null ||
    skip "lgpio is not in the environment: sudo apt install python3-lgpio, or pip install lgpio on x86"
modprobe gpio-sim 2>/dev/null || [ -d /sys/bus/platform/drivers/gpio-sim ] || skip "this kernel has no gpio-sim"
[ -d /sys/kernel/config/gpio-sim ] || mount -t configfs none /sys/kernel/config 2>/dev/null || skip "no configfs here"

remove() {
    echo 0 >"$chip/live"
    rmdir "$chip/bank0" "$chip"
    rm -rf "$LG_WD"
}

mkdir -p "$chip/bank0"
trap remove EXIT
echo 54 >"$chip/bank0/num_lines"
echo pinctrl-bcm2711 >"$chip/bank0/label"
echo 1 >"$chip/live"
cd "$here"
PYTHONPATH=. .venv/bin/python -m tests.tools.pins "$(cat "$chip/bank0/chip_name")" "$(cat "$chip/dev_name")"
