#!/bin/sh
# A tour of both commands on a simulated cluster. In this folder:
#   kubeletcfg sandbox --agents --load workload.yaml --fault late-pod=node-c -- sh demo.sh
# Each command is printed before it runs. Some are expected to fail; the tour stops at any other result.
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
  printf 'stopped: %s\n' "$1" >&2
  exit 70
}

whole_line='kubeletcfg sandbox --agents --load workload.yaml --fault late-pod=node-c -- sh demo.sh'

case ${KUBECONFIG:-} in
  */kubeletcfg-sandbox-*) ;;
  *) stop "this script needs a simulated cluster: $whole_line" ;;
esac
case $(nodesize get node-a -o wide) in
  *' 3/4Gi '*) ;;
  *) stop "node-a runs no pod of workload.yaml: $whole_line" ;;
esac

tell 'A typo in the configuration of a kubelet is usually found when the node does not come back.' \
  'kubeletcfg finds it beforehand, as the kubelet would:'
runs kubeletcfg validate kubelet.yaml --kubernetes-version 1.36
exits 3 kubeletcfg validate kubelet-broken.yaml --kubernetes-version 1.36

tell 'An agent on each node brings documents to its kubelet. Push the valid document for all nodes, and wait:' \
  'each kubelet is restarted with it, and has to stay healthy for the time of a trial:'
runs kubeletcfg push -f kubelet.yaml --global --message 'pull images in parallel' --yes --wait
runs kubeletcfg status

tell 'A document that the kubelets would refuse cannot be pushed:'
exits 3 kubeletcfg push -f kubelet-broken.yaml --global --yes

tell 'This one is valid: the kubelet starts with it, but cannot talk to the API server any more. push warns of that.' \
  'With a rollout policy, a document for all nodes reaches them in waves, whoever has stored it. No node gets it yet:'
runs kubeletcfg rollout set-policy -f rollout-policy.yaml
runs kubeletcfg push -f kubelet-mute.yaml --global --message 'a new encoding' --yes

tell 'The first wave is one node of each kind. Its agent puts the last known good configuration back, and that' \
  'ends the rollout. On a cluster, a controller can do this:'
exits 9 kubeletcfg rollout run
runs kubeletcfg rollout status
runs kubeletcfg status

tell 'node-b has a faster disk. Compare its document with the stored one (exit code 1: they differ):'
exits 1 kubeletcfg diff -f kubelet-node-b.yaml --global
runs kubeletcfg push -f kubelet-node-b.yaml --node node-b --message 'a faster disk' --yes --wait

tell 'List the stored documents, and see which one node-b gets:'
runs kubeletcfg list
runs kubeletcfg source node-b

tell 'See what the kubelet of node-a runs with, besides defaults, and where each value comes from:'
runs kubeletcfg effective node-a --changed-only

tell 'Now resize nodes. A balloon on each node reserves capacity: a pod that requests cpu and memory' \
  'and uses none.'
runs nodesize install --all-nodes --wait
runs nodesize get

tell 'Shrink node-a to 4 cores. No pod is restarted, and the machine is not touched:'
runs nodesize set node-a --cpu 4
runs nodesize get

tell 'Pods on node-a request 3 cores, and running pods are never disturbed, so 2 cores are refused:'
exits 5 nodesize set node-a --cpu 2

tell 'node-c is empty, so 2 cores would fit. But a pod is bound to it at the same moment: the kubelet' \
  'does not grant the resize, and nodesize reverts it:'
exits 9 nodesize set node-c --cpu 2
runs nodesize get node-c

tell 'Reset node-a to its full size:'
runs nodesize reset node-a

tell 'Sizes can be kept in a file, for example in git. Compare it with the nodes, and apply it:'
exits 1 nodesize diff -f sizes.yaml
runs nodesize apply -f sizes.yaml

tell 'Several kubelets on one machine, as in kind, each offer all of it to pods. If node-a and node-b were' \
  'two of them, this would split the machine between them, two to one:'
runs nodesize split --nodes node-a,node-b --weights 2,1
runs nodesize share --nodes node-a,node-b

tell 'See how full the nodes are; a terminal shows bars:'
runs nodesize top

tell 'The cluster was simulated. Start another one to explore:' \
  '  npx kubeletcfg sandbox --agents -- sh'
