#!/bin/sh
# containerd.sh CONTAINERD: the container runtime of all throw-away hosts, in new namespaces. Its folders are in
# DIRECTORY/containerd, which comes by the environment.
set -e
for path in run/containerd var/lib/containerd; do
  mkdir -p "$DIRECTORY/containerd/$path" "/$path"
  mount --bind "$DIRECTORY/containerd/$path" "/$path"
done
mount -t proc proc /proc
ip link set lo up
exec "$1" --config=/dev/null --log-level=error
