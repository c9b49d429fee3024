#!/bin/bash -e
# pi-gen runs this last: it writes what Raspberry Pi Imager must know to ask for the user, the password and the Wi-Fi.
image="${DEPLOY_DIR}/${ARCHIVE_FILENAME}.img.xz"
cat >"${DEPLOY_DIR}/owleye.rpi-imager-manifest" <<EOF
{
  "os_list": [
    {
      "name": "Owleye",
      "description": "Raspberry Pi OS Lite (64-bit) with Owleye, the referee at the table",
      "icon": "file://$(realpath "${OWLEYE}")/web/static/icon-192.png",
      "url": "file://${image}",
      "extract_size": $(xz --robot --list "${image}" | awk '$1 == "totals" {print $5}'),
      "extract_sha256": "$(xz --decompress --stdout "${image}" | sha256sum | cut -d ' ' -f 1)",
      "image_download_size": $(stat --format %s "${image}"),
      "release_date": "$(date --reference "${image}" +%F)",
      "init_format": "cloudinit-rpi",
      "devices": ["pi5-64bit", "pi4-64bit", "pi3-64bit"]
    }
  ]
}
EOF
