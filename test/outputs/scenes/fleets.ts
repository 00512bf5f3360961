import type { Scene } from '../stage.ts'
import { asData, inFormats } from './formats.ts'
import { untilSettled } from './surroundings.ts'

/** Several nodes, each with a size of its own. Before and after it, they have their full size. */
export const fleetScenes: readonly Scene[] = [
  {
    name: 'split',
    steps: [
      ...inFormats('nodesize split --nodes node-a,node-b --dry-run=client', ...asData),
      'nodesize split --nodes node-a,node-b --weights 3,1 --host-memory 3Gi --dry-run=server',
      'nodesize split --nodes node-a,node-b --weights 3,1 --host-cpu 1999m --host-memory 3Gi',
      untilSettled,
      ...inFormats('nodesize split --nodes node-a,node-b', 'json'),
      untilSettled,
      ...inFormats('nodesize split --nodes node-a,node-b --weights 1,7', 'json'),
      'nodesize split --nodes node-a,node-b --host-cpu 5',
      'nodesize split --nodes node-a,node-z',
      'nodesize split --nodes node-a',
      'nodesize split --nodes node-a,node-a',
      'nodesize split --nodes node-a,node-b --weights 1',
      'nodesize split --nodes node-a,node-b --host-memory 4',
      'nodesize share --nodes node-a,node-b -o custom-columns=CPU:.size.cpu,OF:.allocatable.cpu,EXCESS:.excess.cpu',
      'nodesize reset node-a node-b',
      untilSettled,
    ],
  },
]
