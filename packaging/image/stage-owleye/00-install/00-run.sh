#!/bin/bash -e
# Copies the checkout into the image and installs it there for a user of its own, who cannot log in.
: "${OWLEYE:?Say where the checkout of Owleye is: sudo OWLEYE=/path/to/checkout ./build.sh}"
# A system user: where the wizard of the first start finds a second ordinary user, it asks which one to rename.
on_chroot <<EOF
id owleye >/dev/null 2>&1 || useradd --system --create-home --home-dir /home/owleye --shell /usr/sbin/nologin owleye
EOF
home="${ROOTFS_DIR}/home/owleye"
rm -rf "${home}/owleye"
# With file:// Git copies; otherwise the image and the checkout would share files, and `chown` would take them away.
git clone --quiet --depth 1 "file://$(realpath "${OWLEYE}")" "${home}/owleye"
rm -rf "${home}/owleye/.git/logs" # they name this machine's user and folders
# `owleye update` on a Pi needs an address that it can reach, and every card tells a password that is in it.
address=$(git -C "${OWLEYE}" config remote.origin.url | sed -E 's#^(https://)[^/]*@#\1#' || true)
case "${address}" in
    https://*) git -C "${home}/owleye" remote set-url origin "${address}" ;;
    *)
        git -C "${home}/owleye" remote remove origin
        echo "The checkout has no https address: on this image, owleye update needs --from ADDRESS."
        ;;
esac
on_chroot <<EOF
chown -R owleye: /home/owleye/owleye
cd /home/owleye/owleye
SUDO_USER=owleye OWLEYE_ON_PI=1 ./install.sh --name
rm -rf /home/owleye/.cache # what pip has downloaded
EOF
