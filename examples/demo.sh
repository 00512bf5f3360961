#!/bin/sh
# Both commands at work on a simulated cluster, with nothing installed but Node:
#   npm run demo
# Each command is shown before it runs. Some are meant to fail; the story goes on.
cd "$(dirname "$0")" || exit

tell() {
  printf '\n'
  printf '# %s\n' "$@"
}

# show COMMAND…: as it would be typed.
show() {
  printf '$'
  for word in "$@"; do
    case $word in
      *' '*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
}

# exits CODE COMMAND…: run it, and stop the story if it ends in any other way.
exits() {
  expected=$1
  shift
  show "$@"
  code=0
  "$@" || code=$?
  [ "$code" -eq 0 ] || printf '(exit code %s)\n' "$code"
  [ "$code" -eq "$expected" ] || exit 70
}

run() {
  exits 0 "$@"
}

wait_for_balloons() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ "$(nodesize get -o json | grep -c '"state": "Ready"')" -eq 3 ] && return
    sleep 0.5
  done
  exit 70
}

tell 'You run Kubernetes nodes. Their kubelets have a configuration file, and a typo in it' \
  'shows when a node does not come back. kubeletcfg says before what a kubelet would say:'
run kubeletcfg validate kubelet.yaml --kubernetes-version 1.36
exits 3 kubeletcfg validate kubelet-broken.yaml --kubernetes-version 1.36

tell 'The good one shall be for all nodes. It goes into a ConfigMap, and says for whom it is:'
run kubeletcfg push -f kubelet.yaml --global --message 'room for the system' --yes

tell 'The broken one cannot get there:'
exits 3 kubeletcfg push -f kubelet-broken.yaml --global --yes

tell 'node-b is a larger machine. What would be different there? (1 says: something is)'
exits 1 kubeletcfg diff -f kubelet-node-b.yaml --global
run kubeletcfg push -f kubelet-node-b.yaml --node node-b --message 'a larger machine' --yes

tell 'What is stored now, and which nodes get it:'
run kubeletcfg list
run kubeletcfg source node-b

tell 'Now for the size of the nodes. A balloon on each of them can hold room that nobody else' \
  'shall use: a pod that asks for cpu and memory, and sleeps.'
run nodesize install --all-nodes
wait_for_balloons
run nodesize get

tell 'node-a shall have 4 cores from now on. No pod is restarted, no machine touched:'
run nodesize set node-a --cpu 4
run nodesize get

tell 'Still less? Pods on node-a hold 3 cores, and running pods are never disturbed:'
exits 5 nodesize set node-a --cpu 2

tell 'A claim counts only when the kubelet has granted it. This one does not wait long enough' \
  'for that, so it is taken back:'
exits 7 nodesize set node-a --cpu 3500m --timeout 1ms
run nodesize get node-a

tell 'And back to full size:'
run nodesize reset node-a
run nodesize get

tell 'That was all of it on a simulated cluster, which is gone now. Look around in another one:' \
  '  npx kubeletcfg sandbox -- sh'
