#!/bin/sh
# boot.sh COMMAND...: runs in a new network namespace, joins it to the control plane's bridge, and runs the command in new
# namespaces of every other kind but user and cgroup: the latter starts where its first process is, which the command has to
# choose. Time since the boot begins anew; a namespace cannot shift the wall clock (time_namespaces(7)).
# NODE, ADDRESS, BRIDGE, GATEWAY and CONTROL_PLANE (a PID) come by the environment.
set -e
in_control_plane() { nsenter --net="/proc/$CONTROL_PLANE/ns/net" -- "$@"; }

# That of the last boot goes with its namespace, but not at once.
in_control_plane ip link delete "kcfg-$NODE" 2>/dev/null || true
in_control_plane ip link add "kcfg-$NODE" type veth peer name eth0 netns $$
in_control_plane ip link set "kcfg-$NODE" master "$BRIDGE" up
ip address add "$ADDRESS/24" dev eth0
ip link set eth0 up
ip link set lo up
ip route add default via "$GATEWAY"

uptime=$(cut -d. -f1 /proc/uptime)
exec unshare --fork --kill-child --pid --mount --uts --ipc --time --monotonic "-$uptime" --boottime "-$uptime" \
  --propagation private -- "$@"
