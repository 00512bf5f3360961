#!/bin/sh
# The rescue of kubeletcfg: ExecStartPre=- of the kubelet's unit runs it before each start of the kubelet.
#
# While a document is in its trial, the agent's orders lie in the folder of this script. Then it counts the starts that
# follow a kubelet which ended by itself. When there were too many, it puts the last good configuration back, with the
# state files that go with it, and turns the orders into a mark that the agent reports later.
#
# It needs neither the agent nor the network, and never fails or delays a start: it ends with 0, within its time limit.
# It runs in any POSIX shell.
#
# Functions are called by limited():
# shellcheck disable=SC2317

time_limit=20
# A kubelet that was started so many seconds ago has started well: its end is not counted, and those before are forgotten.
proven_after=600
# Without an answer of systemd: a start so many seconds after the last one follows a kubelet that ended by itself.
quick_restart=60

say() {
  echo "kubeletcfg rescue: $*" >&2
}

# limited SECONDS COMMAND…: ends the command when it takes longer.
limited() {
  limited_seconds=$1
  shift
  "$@" &
  limited_pid=$!
  (
    nap=
    trap 'kill "$nap" 2>/dev/null; exit 0' TERM
    sleep "$limited_seconds" &
    nap=$!
    wait "$nap"
    kill -KILL "$limited_pid" 2>/dev/null
  ) >/dev/null 2>&1 &
  limited_timer=$!
  wait "$limited_pid" 2>/dev/null
  limited_status=$?
  kill "$limited_timer" 2>/dev/null
  wait "$limited_timer" 2>/dev/null
  return "$limited_status"
}

is_number() {
  case $1 in
    '' | *[!0-9]* | ??????????????????*) return 1 ;;
  esac
}

# Sets checkpoint, threshold, unit, live, prepared, good, good_value, root and counts. Fails unless the orders are whole.
read_orders() {
  checkpoint='' threshold='' unit='' live='' prepared='' good='' good_value='' root='' counts='' whole=''
  [ -f "$orders" ] && [ ! -L "$orders" ] || return 1
  while read -r key value; do
    case $key in
      checkpoint) checkpoint=$value ;;
      threshold) threshold=$value ;;
      unit) unit=$value ;;
      live) live=$value ;;
      prepared) prepared=$value ;;
      good) good=${value%% *} good_value=${value#* } ;;
      root) root=$value ;;
      counts) counts=$value ;;
      end) whole=yes ;;
    esac
  done <"$orders"
  [ "$whole" = yes ] && [ -n "$checkpoint" ] && is_number "$threshold" && [ "$threshold" -gt 0 ] || return 1
  for path in "$live" "$prepared" "$root" "$counts"; do
    case $path in
      /*) ;;
      *) return 1 ;;
    esac
  done
  case $good in
    file | absent | link) ;;
    *) return 1 ;;
  esac
}

# Sets restarts: NRestarts of the unit; empty when systemd does not answer.
ask_systemd() {
  restarts=''
  command -v systemctl >/dev/null 2>&1 || return 0
  answer=$(limited 3 systemctl show -p NRestarts "$unit" 2>/dev/null)
  if is_number "${answer#NRestarts=}"; then restarts=${answer#NRestarts=}; fi
}

# Sets starts, seen_restarts and seen_at as they were at the last start; seen_at is empty at the first one in this boot.
read_counts() {
  starts=0 seen_restarts=0 seen_at=''
  [ -f "$counts" ] && [ ! -L "$counts" ] || return 0
  read -r counted_boot counted_starts counted_restarts counted_at counted_end <"$counts" || return 0
  [ "$counted_boot" = "$boot" ] && [ "$counted_end" = end ] || return 0
  is_number "$counted_starts" && is_number "$counted_restarts" && is_number "$counted_at" || return 0
  starts=$counted_starts seen_restarts=$counted_restarts seen_at=$counted_at
}

write_counts() {
  mkdir -p "${counts%/*}" 2>/dev/null
  echo "$boot $starts ${restarts:-0} $now end" >"$counts.new" && mv -f "$counts.new" "$counts"
}

# NRestarts grows with each automatic restart, and with nothing else: a restart by an administrator sets it to 0 or leaves
# it. Nothing is known about what was before the first start that is seen.
count_start() {
  [ -n "$seen_at" ] || return 0
  if [ $((now - seen_at)) -ge "$proven_after" ]; then
    starts=0
  elif [ -n "$restarts" ]; then
    if [ "$restarts" -gt "$seen_restarts" ]; then starts=$((starts + 1)); fi
  elif [ $((now - seen_at)) -lt "$quick_restart" ]; then
    starts=$((starts + 1))
  fi
}

# is_intact FILE: it has the SHA-256 of the orders. Where nothing can compute that, it is trusted: the live file is worse.
is_intact() {
  [ -f "$1" ] && [ ! -L "$1" ] || return 1
  command -v sha256sum >/dev/null 2>&1 || return 0
  digest=$(sha256sum <"$1") && [ "${digest%% *}" = "$good_value" ]
}

# The prepared file is on the disk already, with its mode and owner, and moving it needs no room.
put_file_back() {
  if is_intact "$prepared" && mv -f "$prepared" "$live"; then return 0; fi
  source=$here/good-$good_value
  is_intact "$source" || return 1
  new=$live.kubeletcfg-rescue
  rm -f "$new"
  # First as the live file, for its mode and owner.
  { [ -f "$live" ] && cp -p "$live" "$new" 2>/dev/null; } || (umask 077 && : >"$new") || return 1
  if cat "$source" >"$new" && is_intact "$new"; then
    limited 5 sync "$new" 2>/dev/null
    mv -f "$new" "$live" && return 0
  fi
  rm -f "$new"
  return 1
}

put_link_back() {
  if [ -L "$prepared" ] && mv -f "$prepared" "$live"; then return 0; fi
  new=$live.kubeletcfg-rescue
  rm -f "$new" && ln -s "$good_value" "$new" && mv -f "$new" "$live"
}

put_back() {
  case $good in
    file) put_file_back ;;
    absent) rm -f "$live" ;;
    link) put_link_back ;;
  esac
}

# As in kubelet-state-files.ts: X.kubeletcfg-aside was X, and X.kubeletcfg-none says that there was no X.
put_state_files_back() {
  for file in "$root"/*.kubeletcfg-aside; do
    if [ -f "$file" ]; then mv -f "$file" "${file%.kubeletcfg-aside}"; fi
  done
  for file in "$root"/*.kubeletcfg-none; do
    if [ -f "$file" ]; then rm -f "${file%.kubeletcfg-none}"; fi
  done
}

# Once that is on the disk: what says that there was no file must not be gone before the file.
forget_state_files() {
  for file in "$root"/*.kubeletcfg-none; do
    if [ -f "$file" ]; then rm -f "$file"; fi
  done
}

work() {
  read_orders || return 0
  read -r boot </proc/sys/kernel/random/boot_id || return 0
  read -r now _ </proc/uptime || return 0
  now=${now%%.*}
  ask_systemd
  read_counts
  count_start
  write_counts || say "cannot count starts in $counts"
  [ "$starts" -ge "$threshold" ] || return 0
  say "the kubelet ended by itself $starts times with document $checkpoint: putting the last good configuration back"
  if ! put_back; then
    say "cannot put the last good configuration back to $live"
    return 0
  fi
  put_state_files_back
  # On file systems of their own, the orders could be gone after a loss of power and the bad configuration be back.
  limited 5 sync "${live%/*}" "$root" 2>/dev/null || say 'cannot sync what was put back'
  forget_state_files
  # The mark needs no room; that it has the number of starts, and the boot, is good to know, and no more.
  echo "starts $starts $boot" >>"$orders"
  mv -f "$orders" "$here/mark" || say "cannot leave a mark in $here"
  limited 5 sync "$here" 2>/dev/null
}

case $0 in
  */*) here=${0%/*} ;;
  *) here=. ;;
esac
orders=$here/orders
# Most starts end here.
[ -f "$orders" ] || exit 0
limited "$time_limit" work || say 'gave up'
exit 0
