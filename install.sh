#!/bin/sh
# Makes Owleye a service that starts with this machine: sudo ./install.sh
#   --kiosk    shows the small page on this machine's own screen after each start
#   --name     lets phones find the table under http://owleye.local:8000
#   --hotspot  opens a Wi-Fi "Owleye" wherever no known one is near
# Undoes all of it, and keeps the games:                sudo ./install.sh --remove
# DESTDIR is put before the system paths that are written (for tests and images).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
unit="${DESTDIR:-}/etc/systemd/system/owleye.service"
# shellcheck source=constraints/notes
. "$here/constraints/notes"
started="$notes/owleye.service" # the unit with which the service was started last
user=${SUDO_USER:-}
avahi="${DESTDIR:-}/etc/avahi/avahi-daemon.conf"
name="host-name=owleye"
hotspot=owleye-hotspot

stop() {
    echo "$1" >&2
    exit 1
}

as_user() { sudo -H -u "$user" -- env OWLEYE_ON_PI="${OWLEYE_ON_PI:-}" "$@"; }

# dpkg also knows a package that was removed with its settings left, or that a loss of power cut off.
installed() { dpkg -s "$1" 2>/dev/null | grep -q '^Status: .* installed$'; }

install_packages() {
    sh constraints/prepare # first, because it refuses a system that does not fit
    missing=""
    for package in make avahi-daemon; do # avahi gives the machine its name in the network, such as raspberrypi.local
        installed "$package" || missing="$missing $package"
    done
    # shellcheck disable=SC2086 # the list is meant to be split
    [ -z "$missing" ] || sh constraints/fetch $missing
}

make_environment() {
    [ -e "$here/.venv" ] || remember environment
    [ -e "$downloads" ] || remember downloads
    as_user make -s -C "$here" .venv/bin/.installed || sh constraints/not-fetched
}

allow_devices() {
    for group in video gpio i2c; do
        getent group "$group" >/dev/null || continue
        case " $(id -nG "$user") " in *" $group "*) continue ;; esac
        remember "group $group $user"
        usermod -aG "$group" "$user"
    done
    if command -v raspi-config >/dev/null && [ "$(raspi-config nonint get_i2c)" = 1 ]; then
        remember i2c
        raspi-config nonint do_i2c 0
    fi
}

start_service() {
    as_user mkdir -p "$home/.owleye"
    fresh=$(mktemp)
    sed -e "s|@USER@|$user|g" -e "s|@FOLDER@|$here|g" -e "s|@HOME@|$home/.owleye|g" "$here/docs/owleye.service" >"$fresh"
    if ! cmp -s "$fresh" "$unit" || ! cmp -s "$fresh" "$started"; then
        mkdir -p "$(dirname "$unit")"
        cp "$fresh" "$unit"
        chmod 644 "$unit"
        systemctl daemon-reload
        systemctl enable -q owleye
        if systemctl restart owleye 2>/dev/null; then cp "$fresh" "$started"; else starts=""; fi
    fi
    rm "$fresh"
}

# write_for_user FILE: writes standard input to a file of the user.
write_for_user() {
    as_user mkdir -p "$(dirname "$1")"
    as_user tee "$1" >/dev/null
}

show_on_screen() {
    install_browser
    command -v labwc >/dev/null || command -v startx >/dev/null ||
        echo "This system has no desktop: the small page appears once one is installed, such as labwc."
    remember kiosk
    open_page_with_desktop
    ! command -v raspi-config >/dev/null || keep_screen_on
}

install_browser() {
    browser=chromium
    # For a name that only other packages mention, apt-cache prints nothing, and succeeds.
    [ -z "$(apt-cache show chromium-browser 2>/dev/null)" ] || browser=chromium-browser
    installed chromium || installed chromium-browser || sh constraints/fetch "$browser"
}

open_page_with_desktop() {
    printf '[Desktop Entry]\nType=Application\nName=Owleye\nExec=%s\n' "$kiosk" | write_for_user "$autostart"
    # A page can hide only a mouse's pointer; without a mouse, labwc shows that of its theme.
    printf 'XCURSOR_PATH=%s\nXCURSOR_THEME=no-pointer\n' "$here/packaging" | write_for_user "$pointer"
    if ! command -v lxsession-xdg-autostart >/dev/null && ! grep -qsxF "$kiosk &" "$labwc"; then
        as_user mkdir -p "$(dirname "$labwc")"
        echo "$kiosk &" | as_user tee -a "$labwc" >/dev/null
    fi
}

keep_screen_on() {
    if [ "$(raspi-config nonint get_blanking)" = 0 ]; then
        remember blanking
        raspi-config nonint do_blanking 1
    fi
    was=$(boot_behaviour)
    if command -v lightdm >/dev/null && [ "$was" != B4 ]; then # raspi-config asks for lightdm in a dialogue, and fails
        remember "autologin $was"
        raspi-config nonint do_boot_behaviour B4
    fi
}

# As raspi-config calls it: B1 the console, B2 without asking for the password, B3 the desktop, B4 without asking.
boot_behaviour() {
    case "$(raspi-config nonint get_boot_cli) $(raspi-config nonint get_autologin)" in
        "0 1") echo B1 ;;
        "0 0") echo B2 ;;
        "1 0") echo B4 ;;
        *) echo B3 ;;
    esac
}

give_name() {
    [ -e "$avahi" ] || stop "There is no $avahi: install avahi-daemon first."
    if grep -q '^host-name=' "$avahi"; then return 0; fi # a name that somebody chose stays
    remember name
    sed -i "s/^\[server\]\$/&\n$name/" "$avahi"
    systemctl restart avahi-daemon
}

open_hotspot() {
    command -v nmcli >/dev/null || stop "A hotspot needs NetworkManager, which this system does not have: install without --hotspot."
    installed dnsmasq-base || sh constraints/fetch dnsmasq-base # which gives phones their addresses
    nmcli connection show "$hotspot" >/dev/null 2>&1 || add_hotspot
    # WPA2 alone, because phones warn of WPA; and as an access point, the Wi-Fi of many a Pi fails with protected management frames (pmf).
    nmcli connection modify "$hotspot" wifi-sec.proto rsn wifi-sec.pairwise ccmp wifi-sec.group ccmp wifi-sec.pmf disable
    show_hotspot
}

add_hotspot() {
    [ "$(nmcli radio wifi)" = enabled ] || stop "Wi-Fi is switched off: choose its country with raspi-config, then try again."
    password=$(tr -dc a-hj-km-np-z2-9 </dev/urandom | head -c 10)
    remember hotspot
    # Below every other network (0): where a known one is near, that one is used.
    nmcli connection add type wifi ifname wlan0 con-name "$hotspot" ssid Owleye connection.autoconnect yes \
        connection.autoconnect-priority -10 802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$password" >/dev/null
}

show_hotspot() {
    password=$(nmcli -s -g 802-11-wireless-security.psk connection show "$hotspot")
    echo "Without a known Wi-Fi nearby, this machine opens its own: Owleye, password $password. Then open http://10.42.0.1:8000"
}

# Nobody sees the window of a service, in which the table prints it.
show_pin() {
    pin=$(as_user cat "$home/.owleye/pin" 2>/dev/null) || return 0 # no service runs while an image is built
    echo "A phone or laptop that begins games or sets up the table is asked for the host's PIN: $pin"
}

undo() {
    case "$1" in
        kiosk)
            rm -rf "$autostart" "$pointer" "$home/.owleye-kiosk" # the folder in which packaging/kiosk has the browser write
            [ ! -e "$labwc" ] || as_user sed -i "\|^$kiosk &\$|d" "$labwc"
            [ -s "$labwc" ] || rm -f "$labwc"
            for file in "$autostart" "$labwc" "$pointer"; do rmdir -p "$(dirname "$file")" 2>/dev/null || true; done # what is empty
            ;;
        blanking) raspi-config nonint do_blanking 0 ;;
        autologin) raspi-config nonint do_boot_behaviour "${2:-B3}" ;;
        hotspot) nmcli connection delete "$hotspot" >/dev/null 2>&1 || true ;;
        name)
            [ ! -e "$avahi" ] || sed -i "/^$name\$/d" "$avahi"
            systemctl try-restart avahi-daemon
            ;;
        package | account | account-group) ;; # all together, below
        group) gpasswd -d "$3" "$2" >/dev/null 2>&1 || true ;; # who is not in it any more
        i2c) raspi-config nonint do_i2c 1 ;;
        environment)
            rm -rf "$here/.venv" "$here/owleye.egg-info"
            find "$here" -name __pycache__ -prune -exec rm -rf {} + # byte code, which only that environment wrote
            ;;
        downloads)
            rm -rf "$downloads"
            rmdir "$(dirname "$downloads")" 2>/dev/null || true # unless others keep something there
            ;;
    esac
}

remove_packages() {
    ours=$(sed -n 's/^package //p' "$added")
    [ -n "$ours" ] || return 0
    # shellcheck disable=SC2086 # the list is meant to be split
    others=$(apt-get -s purge $ours | sed -n 's/^Purg \([^ :]*\).*/\1/p' | grep -vxF "$ours" | tr '\n' ' ')
    if [ -n "$others" ]; then
        echo "The system packages that came with Owleye stay, because others need them now: $others"
        return 0
    fi
    echo "Removing the system packages that came with Owleye, which takes a minute or two ..."
    # shellcheck disable=SC2086 # as above
    DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq $ours >/dev/null
    # Debian keeps the users and groups of packages that are gone.
    sed -n 's/^account //p' "$added" | while read -r each; do userdel "$each" 2>/dev/null || true; done
    sed -n 's/^account-group //p' "$added" | while read -r each; do groupdel "$each" 2>/dev/null || true; done
}

remove() {
    echo "Removing Owleye ..."
    if [ -e "$unit" ]; then
        systemctl disable -q --now owleye
        rm "$unit"
        systemctl daemon-reload
    fi
    remember_new # by an installation that was cut off
    if [ -e "$added" ]; then
        # shellcheck disable=SC2086 # each line is a change and its arguments
        while read -r line; do undo $line </dev/null; done <"$added"
        remove_packages
    fi
    rm -rf "$notes"
    rm -rf "$here-versions" "$home/.owleye/program"
    find "$home/.owleye/update" -mindepth 1 -maxdepth 1 ! -name 'games-*' -exec rm -rf {} + 2>/dev/null || true
    rmdir "$home/.owleye/update" 2>/dev/null || true # unless an update that was taken back left games there
    echo "Owleye is no longer installed. Games and taught pieces are still in the folder .owleye of the user's home."
}

[ "$(id -u)" = 0 ] || stop "Please start this with sudo: sudo ./install.sh"
extras=""
removing=""
for word in "$@"; do
    case "$word" in
        --kiosk) extras="$extras show_on_screen" ;;
        --name) extras="$extras give_name" ;;
        --hotspot) extras="$extras open_hotspot" ;;
        --remove) removing=yes ;;
        *) stop "$word is not known: --kiosk, --name, --hotspot, or --remove." ;;
    esac
done
case "$user" in "" | root) stop "Log in as the user who is to run the table, then: sudo ./install.sh" ;; esac
home=$(getent passwd "$user" | cut -d: -f6)
downloads="$home/.cache/pip" # which pip keeps, so that an update need not download the same again
kiosk="$here/packaging/kiosk"
autostart="$home/.config/autostart/owleye-kiosk.desktop" # X11 desktops read this folder, and labwc with lxsession-xdg-autostart
labwc="$home/.config/labwc/autostart"                    # without it, labwc reads only this file
pointer="$home/.config/labwc/environment.d/owleye-kiosk.env"
if [ -n "$removing" ]; then
    remove
    exit
fi
plain="may have only plain letters, digits, '.', '_' and '-' in its path"
case "$home" in *[!A-Za-z0-9/._-]*) stop "The user's home $plain, and yours is $home: log in as another user, then try again." ;; esac
case "$here" in *[!A-Za-z0-9/._-]*) stop "Owleye's folder $plain: move it from $here, then try again." ;; esac
cd "$here"
starts=yes # until the service is seen not to start
trap 'rmdir "$notes" 2>/dev/null || true' EXIT # where nothing was done
trap 'exit 130' HUP INT TERM
mkdir -p "$notes"
remember_new # by an installation that was cut off
install_packages
make_environment
allow_devices
start_service
for extra in $extras; do "$extra"; done
as_user "$here/.venv/bin/owleye" doctor || true
[ -n "$starts" ] || stop "Owleye is installed, but does not start: journalctl -u owleye says why. Put that right, then: sudo ./install.sh"
address=$(hostname)
! grep -qsxF "$name" "$avahi" || address=owleye
echo "Owleye runs, and starts with this machine: open http://$address.local:8000. What it says: journalctl -u owleye"
show_pin
