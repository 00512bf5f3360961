#!/bin/sh
# Both commands at work. In a checkout, with nothing installed but Node, on a simulated cluster:
#   npm run demo
# Each command is shown before it runs. Some are meant to fail; if any ends otherwise, the story stops there.
cd "$(dirname "$0")" || exit

tell() {
  printf '\n'
  printf '# %s\n' "$@"
}

# exits CODE COMMAND…: shows it, runs it, and ends the story unless it exits with this code.
exits() {
  expected=$1
  shift
  line=$(as_typed "$@")
  printf '$ %s\n' "$line"
  code=0
  "$@" || code=$?
  [ "$code" -eq "$expected" ] || stop "'$line' ended with $code, not with $expected"
  [ "$code" -eq 0 ] || printf '(exit code %s)\n' "$code"
}

runs() {
  exits 0 "$@"
}

as_typed() {
  printf '%s' "$1"
  shift
  for word in "$@"; do
    case $word in
      *' '*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
}

stop() {
  printf 'the story ends here: %s\n' "$1" >&2
  exit 70
}

case ${KUBECONFIG:-} in
  */kubeletcfg-sandbox-*) ;;
  *) stop 'it is made for a simulated cluster; begin with: npm run demo' ;;
esac

# The balloons are there when their pods run on all three nodes.
wait_for_balloons() {
  tries=0
  until [ "$(nodesize get -o json | grep -c '"state": "Ready"')" -eq 3 ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || stop 'the balloons are not ready'
    sleep 0.2
  done
}

tell 'You run Kubernetes nodes. Their kubelets have a configuration file, and a typo in it' \
  'shows when a node does not come back. kubeletcfg says before what a kubelet would say:'
runs kubeletcfg validate kubelet.yaml --kubernetes-version 1.36
exits 3 kubeletcfg validate kubelet-broken.yaml --kubernetes-version 1.36

tell 'The good one shall be for all nodes. It goes into a ConfigMap:'
runs kubeletcfg push -f kubelet.yaml --global --message 'room for the system' --yes

tell 'The broken one cannot get there:'
exits 3 kubeletcfg push -f kubelet-broken.yaml --global --yes

tell 'node-b is a larger machine. What would be different there? (1 says: something is)'
exits 1 kubeletcfg diff -f kubelet-node-b.yaml --global
runs kubeletcfg push -f kubelet-node-b.yaml --node node-b --message 'a larger machine' --yes

tell 'What is stored now, and which nodes get it:'
runs kubeletcfg list
runs kubeletcfg source node-b

tell 'Now for the size of the nodes. A balloon on each of them can hold room that nobody else' \
  'shall use: a pod that asks for cpu and memory, and sleeps.'
runs nodesize install --all-nodes
wait_for_balloons
runs nodesize get

tell 'node-a shall have 4 cores from now on. No pod is restarted, no machine touched:'
runs nodesize set node-a --cpu 4
runs nodesize get

tell 'Still less? Pods on node-a hold 3 cores, and running pods are never disturbed:'
exits 5 nodesize set node-a --cpu 2

tell 'Nothing runs on node-c, so there it should work. But a pod can be bound between the look' \
  'and the claim, and here one is. The kubelet judges last; what it does not grant is undone:'
exits 9 nodesize set node-c --cpu 2
runs nodesize get node-c

tell 'And node-a back to full size:'
runs nodesize reset node-a
runs nodesize get

tell 'That was all of it, and the cluster was simulated. Look around in another one:' \
  '  npx kubeletcfg sandbox -- sh'
