import type { Scene } from '../stage.ts'
import { asData, inFormats } from './formats.ts'

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
