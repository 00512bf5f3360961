#!/bin/sh
# init.sh: first process of a node. Builds its root file system over the host's, moves there, and becomes systemd.
# NODE and DIRECTORY come by the environment. In DIRECTORY: files/ for the root; binds, a line for each path of the host to
# show read-only; cgroup-mounts, a line "path type options" for each hierarchy; boot-id; and disk/fs, the node's disk.
# Every mount is made in this namespace and goes with it. systemd cleans /tmp and /run, so nothing but a failure may follow
# a pivot_root that did not happen: hence set -e.
set -e
hostname "$NODE"

# The upper side is on a disk of its own: an upper directory may not lie in the lower one.
disk="$DIRECTORY/disk/fs"
root="$DIRECTORY/disk/root"
mkdir -p "$disk/upper" "$disk/work" "$disk/kubelet" "$disk/containerd" "$root"
mount -t overlay -o "lowerdir=/,upperdir=$disk/upper,workdir=$disk/work" overlay "$root"

mount -t proc proc "$root/proc"
mount --bind "$DIRECTORY/boot-id" "$root/proc/sys/kernel/random/boot_id"
mount -t sysfs sysfs "$root/sys"
# systemd remounts this one read-only, so it must not be the host's.
mount -t tmpfs -o mode=755 tmpfs "$root/sys/fs/cgroup"
while read -r path type options; do
  mkdir -p "$root$path"
  mount -t "$type" -o "$options" "$type" "$root$path"
done <"$DIRECTORY/cgroup-mounts"

mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm" "$root/dev/mqueue"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t mqueue mqueue "$root/dev/mqueue"
for device in null zero full random urandom tty kmsg; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"

while read -r path; do
  mkdir -p "$root$path"
  mount --rbind "$path" "$root$path"
  mount -o remount,bind,ro "$root$path"
done <"$DIRECTORY/binds"
for path in /run /tmp; do
  mount -t tmpfs tmpfs "$root$path"
done
chmod 1777 "$root/tmp"
# For services that get a /proc/sys of their own.
cp "$DIRECTORY/boot-id" "$root/run/boot-id"
# overlay on overlay is refused: containerd's and the kubelet's folders are beside it.
for name in containerd kubelet; do
  mkdir -p "$root/var/lib/$name"
  mount --bind "$disk/$name" "$root/var/lib/$name"
done

# At the first boot.
if [ ! -e "$disk/installed" ]; then
  rm -rf "$root/etc/systemd/system" "$root"/usr/lib/systemd/system/*.wants
  rm -rf "$root/etc/cni/net.d" "$root/etc/kubernetes" "$root/etc/containerd"
  cp -a --remove-destination "$DIRECTORY/files/." "$root/"
  touch "$disk/installed"
  sync -f "$disk"
fi

# With "." for both, the old root ends up mounted on the new one (pivot_root(2)).
cd "$root"
pivot_root . .
umount -l .
cd /
mount --make-rshared /
exec env -i PATH="$PATH" container=kcfg /lib/systemd/systemd --system --unit=multi-user.target
