#!/bin/bash -e
# pi-gen runs this before the stage: it begins with the root of the stage before.
if [ ! -d "${ROOTFS_DIR}" ]; then
    copy_previous
fi
