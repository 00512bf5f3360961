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
      'nodesize split --nodes node-a,node-b',
      untilSettled,
      'nodesize split --nodes node-a,node-b -o json',
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
  {
    name: 'apply-sizes',
    steps: [
      ...inFormats('nodesize diff -f sizes.yaml', ...asData),
      'nodesize apply -f sizes.yaml --dry-run=client',
      ...inFormats('nodesize apply -f sizes.yaml --dry-run=server', ...asData),
      'nodesize apply -f sizes.yaml',
      untilSettled,
      ...inFormats('nodesize apply -f sizes.yaml', 'json'),
      'nodesize diff -f sizes.yaml',
      ...inFormats('nodesize export', ...asData),
      'nodesize export node-b',
      'nodesize export -l pool=none',
      'nodesize export node-z',
      'nodesize diff -f sizes-of-one.yaml --prune -o json',
      'nodesize apply -f sizes-of-one.yaml --prune',
      'nodesize apply -f sizes-of-one.yaml --prune --yes',
      untilSettled,
      'nodesize apply -f sizes-broken.yaml -o json',
      'nodesize apply -f sizes-unknown.yaml',
      'nodesize diff -f sizes-too-large.yaml -o json',
      'nodesize apply -f sizes-too-large.yaml',
      'nodesize apply -f kubelet.yaml',
      'nodesize apply -f absent.yaml',
      'nodesize reset node-a node-b',
      untilSettled,
    ],
  },
  {
    name: 'doctor-of-sizes',
    steps: [
      'nodesize doctor node-z',
      'nodesize doctor node-a node-z -o json',
      'nodesize doctor --prove',
      'nodesize doctor node-a:10255',
    ],
  },
  {
    name: 'upgrade',
    steps: [
      ...inFormats('nodesize upgrade --dry-run=server', ...asData),
      'nodesize upgrade',
      'nodesize upgrade -n default',
    ],
  },
]
