#!/bin/sh
# disk.sh DIRECTORY: the disk of a node, as long as this process lives. It runs in a mount namespace of its own, which every
# boot of the node starts from. In DIRECTORY/disk: an image in memory, and fs, the file system on it.
set -e
cd "$1/disk"
mount -t tmpfs -o mode=755 tmpfs .
cd "$1/disk"
mkdir fs
truncate -s 2G image
mkfs.ext4 -q -m 0 image
mount -o loop image fs
exec sleep infinity
