import type { Finding } from '../../message/findings.ts'
import { balloon } from '../../names.ts'
import { resources } from '../../pods/amounts.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import { certainSize, isUnderWay, noteFor } from '../model/machine-note.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import {
  type HostDoctorFact,
  MachineAnnotationsIgnored,
  MachineAttemptsLeft,
  MachineNotesBroken,
  NodesAboveMachine,
} from './doctor-messages.ts'

/** What is noted about machines: nodes that are larger, attempts that have not ended, and what cannot be read. */
export function ofMachines({
  sizes,
  nodes,
  buckets,
  now,
}: Pick<ClusterSeen, 'sizes' | 'nodes' | 'buckets' | 'now'>): readonly Finding[] {
  const all = new Map((buckets.value ?? []).map((bucket) => [bucket.name, bucket]))
  const noted = sizes.map(({ node, size }) => {
    const note = noteFor(node, all.get(bucketOf(node.name))?.machines.get(node.name))
    return { name: node.name, size, note }
  })
  const broken = noted.filter(({ note }) => note === 'broken')
  const read = noted.flatMap(({ note, ...rest }) => (typeof note === 'object' ? [{ ...rest, note }] : []))
  const above = read.filter(({ size, note }) =>
    resources.some((resource) => size[resource] > certainSize(note)[resource]),
  )
  const left = read.filter(({ note: { attempt } }) => attempt !== undefined && !isUnderWay(attempt, now))
  const old = nodes.filter(({ annotations }) => annotations[balloon.machineAnnotation] !== undefined)
  return [
    ...careOf(MachineNotesBroken, broken),
    ...careOf(NodesAboveMachine, above),
    ...careOf(MachineAttemptsLeft, left),
    ...careOf(MachineAnnotationsIgnored, old),
  ]
}

type OfNodes = (about: { nodes: readonly string[] }) => HostDoctorFact

function careOf(message: OfNodes, found: readonly { readonly name: string }[]): readonly Finding[] {
  if (found.length === 0) return []
  const fact = message({ nodes: found.map(({ name }) => name) })
  return [{ severity: 'care', fact }]
}
