import type { Scene } from '../stage.ts'
import { untilSettled } from './surroundings.ts'

const exec = 'nodesize autoscale exec node-a'
const one = `${exec} --cpu 1500m`

/** A node with its machine. Before and after it, the node has its full size, and the note about its machine is kept. */
export const autoscaleScene: Scene = {
  name: 'autoscale',
  steps: [
    `${one} --dry-run=client -- ./hook.sh`,
    `${one} --dry-run=client -o json -- ./hook.sh`,
    `${one} --dry-run=client -o yaml -- ./hook.sh`,
    `${one} --dry-run=server -- ./hook.sh`,
    `${one} -- ./hook.sh 5`,
    untilSettled,
    `${one} -- ./hook.sh 1`,
    untilSettled,
    `${one} -o json -- ./hook.sh 1`,
    untilSettled,
    `${one} -- ./hook.sh 1 2`,
    untilSettled,
    `${one} -- ./hook.sh`,
    untilSettled,
    `${one} -- ./hook.sh`,
    `${one} -o json -- ./hook.sh`,
    `${one} -o yaml -- ./hook.sh`,
    `${exec} --cpu 1700m --memory 2Gi -o json -- ./hook.sh`,
    untilSettled,
    `${exec} --cpu 2 --memory 4Gi --wait-allocatable --timeout 30s -- ./hook.sh`,
    untilSettled,
    `${exec} --cpu 1 --wait-allocatable -- ./hook.sh`,
    `${exec} --cpu 100 -- ./hook.sh`,
    `${exec} --cpu 100m -- ./hook.sh`,
    `${exec} --cpu 50% -- ./hook.sh`,
    `${exec} -- ./hook.sh`,
    exec,
    `${one} --`,
    `${one} -- ./absent.sh`,
    `${one} -- ./kubelet.yaml`,
    'nodesize autoscale exec --cpu 1 -- ./hook.sh',
    'nodesize autoscale exec node-a node-b --cpu 1 -- ./hook.sh',
    'nodesize autoscale exec node-z --cpu 1 -- ./hook.sh',
    'nodesize reset node-a',
    untilSettled,
  ],
}
