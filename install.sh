#!/bin/sh
# Makes Owleye a service that starts with this machine: sudo ./install.sh
# Undoes all of it, and keeps the games:                sudo ./install.sh --remove
# DESTDIR is put before the system paths that are written (for tests and images).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
unit="${DESTDIR:-}/etc/systemd/system/owleye.service"
added="${DESTDIR:-}/var/lib/owleye-install/added" # one line for each change, so that --remove undoes no more than that
user=${SUDO_USER:-}

stop() {
    echo "$1" >&2
    exit 1
}

remember() {
    mkdir -p "$(dirname "$added")"
    grep -qsxF "$1" "$added" || echo "$1" >>"$added"
}

as_user() { sudo -H -u "$user" -- "$@"; }

packages() { dpkg-query -W -f '${Package}\n' | sort -u; }

install_packages() {
    before=$(mktemp)
    after=$(mktemp)
    packages >"$before"
    missing=""
    for package in make avahi-daemon; do # avahi gives the machine its name in the network, such as raspberrypi.local
        dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        apt-get update -qq
        # shellcheck disable=SC2086 # the list is meant to be split
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    fi
    (cd "$here" && sh constraints/prepare)
    packages >"$after"
    comm -13 "$before" "$after" | while read -r package; do remember "package $package"; done
    rm "$before" "$after"
}

make_environment() {
    [ -e "$here/.venv" ] || remember environment
    as_user make -s -C "$here" .venv/bin/.installed
}

allow_devices() {
    for group in video gpio i2c; do
        getent group "$group" >/dev/null || continue
        case " $(id -nG "$user") " in *" $group "*) continue ;; esac
        usermod -aG "$group" "$user"
        remember "group $group $user"
    done
    if command -v raspi-config >/dev/null && [ "$(raspi-config nonint get_i2c)" = 1 ]; then
        raspi-config nonint do_i2c 0
        remember i2c
    fi
}

start_service() {
    as_user mkdir -p "$home/.owleye"
    fresh=$(mktemp)
    sed -e "s|@USER@|$user|g" -e "s|@FOLDER@|$here|g" -e "s|@HOME@|$home/.owleye|g" "$here/docs/owleye.service" >"$fresh"
    if ! cmp -s "$fresh" "$unit"; then
        mkdir -p "$(dirname "$unit")"
        cp "$fresh" "$unit"
        chmod 644 "$unit"
        systemctl daemon-reload
        systemctl enable -q owleye
        systemctl restart owleye
    fi
    rm "$fresh"
}

undo() {
    case "$1" in
        package) ;; # all together, below
        group) gpasswd -d "$3" "$2" >/dev/null ;;
        i2c) raspi-config nonint do_i2c 1 ;;
        environment) rm -rf "$here/.venv" "$here/owleye.egg-info" ;;
    esac
}

remove_packages() {
    ours=$(sed -n 's/^package //p' "$added")
    [ -n "$ours" ] || return 0
    # shellcheck disable=SC2086 # the list is meant to be split
    also=$(apt-get -s purge $ours | sed -n 's/^Purg \([^ :]*\).*/\1/p' | grep -vxF "$ours" | tr '\n' ' ')
    if [ -n "$also" ]; then
        echo "The system packages that came with Owleye stay, because others need them now: $also"
        return 0
    fi
    # shellcheck disable=SC2086 # as above
    DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq $ours >/dev/null
}

remove() {
    if [ -e "$unit" ]; then
        systemctl disable -q --now owleye
        rm "$unit"
        systemctl daemon-reload
    fi
    if [ -e "$added" ]; then
        # shellcheck disable=SC2086 # each line is a change and its arguments
        while read -r line; do undo $line </dev/null; done <"$added"
        remove_packages
        rm "$added"
        rmdir "$(dirname "$added")"
    fi
    echo "Owleye is no longer installed. Games and taught pieces are still in the folder .owleye of the user's home."
}

[ "$(id -u)" = 0 ] || stop "Please start this with sudo: sudo ./install.sh"
case "${1:-}" in
    "") ;;
    --remove)
        remove
        exit
        ;;
    *) stop "Only --remove is known; without it, Owleye is installed." ;;
esac
case "$user" in "" | root) stop "Log in as the user who is to run the table, then: sudo ./install.sh" ;; esac
home=$(getent passwd "$user" | cut -d: -f6)
case "$here$home" in
    *[!A-Za-z0-9/._-]*) stop "Owleye's folder may have only plain letters, digits, '.', '_' and '-' in its path: move it from $here, then try again." ;;
esac
install_packages
make_environment
allow_devices
start_service
as_user "$here/.venv/bin/owleye" doctor || true
echo "Owleye runs, and starts with this machine: open http://$(hostname).local:8000. What it says: journalctl -u owleye"
