#!/bin/sh
# join-cgroup.sh DIRECTORY... -- COMMAND...: become a member of these cgroups, then the command
set -e
while [ "$1" != -- ]; do
  echo $$ >"$1/cgroup.procs"
  shift
done
shift
exec "$@"
