#!/bin/sh
# host.sh COMMAND...: first process of a throw-away host, in new namespaces of every kind but user and time. Builds a root over
# that of this machine, moves there, and becomes the command. In DIRECTORY: files/ for the root; binds, a line for each path to
# show read-only; cgroup-mounts, a line "path type options" for each hierarchy; cgroups, a line for each cgroup that is there;
# containerd/, the folders of a container runtime.
# SWAP=on, SYSCTLS=different and SIZE=smallest come by the environment. Every mount is made in this namespace and goes with it.
set -e
hostname host
ip link set lo up
ip address add 10.99.9.1/32 dev lo

mount -t tmpfs -o mode=755 tmpfs "$DIRECTORY/mount"
cd "$DIRECTORY/mount"
mkdir upper work root
mount -t overlay -o lowerdir=/,upperdir=upper,workdir=work overlay root
cd root
for path in proc sys dev run tmp var/lib/kubelet var/log/pods var/log/containers etc/kubernetes; do
  mkdir -p "$path"
done
mount -t proc proc proc
mount -t sysfs sysfs sys
mount --rbind /dev dev
for path in run tmp var/lib/kubelet var/log etc/kubernetes; do
  mount -t tmpfs -o mode=755 tmpfs "$path"
done
cp -a "$DIRECTORY/files/." .
for path in run/containerd var/lib/containerd; do
  mkdir -p "$path"
  mount --bind "$DIRECTORY/containerd/$path" "$path"
done

mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
while read -r path type options; do
  mkdir -p ".$path"
  mount -t "$type" -o "$options" "$type" ".$path"
  # cgroup v1: a cpuset takes no member before it names CPUs.
  [ ! -e ".$path/cgroup.clone_children" ] || echo 1 >".$path/cgroup.clone_children"
  while read -r name; do
    mkdir -p ".$path/$name"
  done <"$DIRECTORY/cgroups"
done <"$DIRECTORY/cgroup-mounts"
# cgroup v1: in one hierarchy only.
[ ! -e sys/fs/cgroup/memory ] || mkdir -p sys/fs/cgroup/memory/partial

# A kubelet sets these, of which there is one for all hosts: here it gets files of its own.
mkdir run/kernel
for name in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys \
  kernel/keys/root_maxbytes; do
  file="run/kernel/$(basename "$name")"
  case "$SYSCTLS/$name" in
    different/vm/overcommit_memory) echo 0 ;;
    */vm/overcommit_memory | */kernel/panic_on_oops) echo 1 ;;
    */vm/panic_on_oom) echo 0 ;;
    different/kernel/panic) echo 0 ;;
    */kernel/panic) echo 10 ;;
    */root_maxkeys) echo 1000000 ;;
    */root_maxbytes) echo 25000000 ;;
  esac >"$file"
  mount --bind "$file" "proc/sys/$name"
done
if [ "$SWAP" = on ]; then
  printf 'Filename\tType\tSize\tUsed\tPriority\n/dev/swap\tpartition\t1048572\t0\t-2\n' >run/kernel/swaps
  mount --bind run/kernel/swaps proc/swaps
fi
if [ "$SIZE" = smallest ]; then
  sed 's/^MemTotal:.*/MemTotal:         524288 kB/' proc/meminfo >run/kernel/meminfo
  mount --bind run/kernel/meminfo proc/meminfo
  echo 0 >run/kernel/online
  mount --bind run/kernel/online sys/devices/system/cpu/online
  mount -o remount,size=2g var/lib/kubelet
fi

while read -r path; do
  mkdir -p ".$path"
  mount --rbind "$path" ".$path"
  mount -o remount,bind,ro ".$path"
done <"$DIRECTORY/binds"
mkdir -p read-only
mount -t tmpfs -o ro tmpfs read-only

pivot_root . .
umount -l .
cd /
exec "$@"
