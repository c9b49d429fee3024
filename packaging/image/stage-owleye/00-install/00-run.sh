#!/bin/bash -e
# Copies the checkout into the image and installs it there for a user of its own, who cannot log in.
: "${OWLEYE:?Say where the checkout of Owleye is: sudo OWLEYE=/path/to/checkout ./build.sh}"
on_chroot <<EOF
id owleye >/dev/null 2>&1 || useradd --create-home --shell /usr/sbin/nologin owleye
EOF
home="${ROOTFS_DIR}/home/owleye"
rm -rf "${home}/owleye"
git clone --quiet "${OWLEYE}" "${home}/owleye"
git -C "${home}/owleye" remote set-url origin "$(git -C "${OWLEYE}" config remote.origin.url)"
on_chroot <<EOF
chown -R owleye: /home/owleye/owleye
cd /home/owleye/owleye
SUDO_USER=owleye OWLEYE_ON_PI=1 ./install.sh --name
EOF
