#!/bin/sh
# network.sh BRIDGE ADDRESS: runs in a new network namespace, gives it a bridge, and keeps it alive
set -e
ip link set lo up
ip link add "$1" type bridge
ip address add "$2" dev "$1"
ip link set "$1" up
exec sleep infinity
