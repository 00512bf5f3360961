import type { Scene } from '../stage.ts'
import { asData, inFormats } from './formats.ts'
import { runPod } from './pods.ts'
import { labelNodes, untilSettled } from './surroundings.ts'

/** The sizes of two nodes, one with a pod. */
export const getScene: Scene = {
  name: 'nodesize-get',
  steps: [
    (stage) => runPod(stage, { name: 'outputs-web', node: 'node-a', cpu: '500m', memory: '1Gi' }),
    labelNodes,
    untilSettled,
    ...inFormats('nodesize get', 'wide', ...asData, 'name'),
    ...inFormats('nodesize get node/node-a', 'json'),
    'nodesize get -l kubernetes.io/hostname=node-b',
    'nodesize get -l pool=none',
    'nodesize get node-a node-z',
    'nodesize get node-z -o json',
  ],
}

/** What get and top show besides sizes, of nodes without a metrics API. */
export const topScene: Scene = {
  name: 'nodesize-top',
  steps: [
    'nodesize get -L kubernetes.io/os,none -L pool --no-headers',
    'nodesize get --fail-if free.cpu<100% --fail-if state!=Ready -o name',
    'nodesize get --fail-if free.cpu<0',
    'nodesize get --fail-if fre.cpu<1',
    ...inFormats('nodesize top', 'wide', ...asData, 'name'),
    'nodesize top node-b -L kubernetes.io/os --no-headers',
    'nodesize top --sort-by=.free.cpu -o custom-columns=NODE:.node,PERCENT:.requestedPercent.cpu',
    'nodesize top -o jsonpath={.summary.nodes}',
    'nodesize top --fail-if used.memory>90% --quiet -o name',
    'nodesize top node-z',
  ],
}
