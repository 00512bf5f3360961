import type { Fact } from '../../message/fact.ts'
import type { Finding } from '../../message/findings.ts'
import { isLeftBehind, markOn, parseMark } from '../model/cordon.ts'
import { grouped } from './alike.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { BalloonsReady, NodesLeftCordoned, type SizeDoctorFact } from './doctor-messages.ts'

/** These do not pass by themselves. */
const broken = [
  'BalloonHasLimits',
  'BalloonWithoutRequests',
  'SeveralBalloons',
  'BalloonNotAdmitted',
  'ContainerNotStarted',
  'ResourcesNotReported',
]

/** The balloons of nodes, by the reasons for their states, and nodes that were left cordoned. */
export function ofNodes({ sizes, nodes, now }: Pick<ClusterSeen, 'sizes' | 'nodes' | 'now'>): readonly Finding[] {
  const managed = sizes.filter(({ state }) => state !== 'NotManaged')
  const ready = managed.filter(({ state }) => state === 'Ready').length
  const reasons = managed.flatMap(({ why }) => why ?? [])
  const works: SizeDoctorFact = BalloonsReady({ ready, others: sizes.length - managed.length })
  return [
    ...(ready === 0 ? [] : [{ severity: 'works', fact: works } as const]),
    ...grouped(reasons, ({ reason }: Fact) => (broken.includes(reason) ? 'error' : 'care')),
    ...ofCordons(nodes, now),
  ]
}

function ofCordons(nodes: ClusterSeen['nodes'], now: number): readonly Finding[] {
  const left = nodes.filter((node) => {
    const mark = parseMark(markOn(node) ?? '')
    return mark !== undefined && isLeftBehind(mark, now)
  })
  if (left.length === 0) return []
  const fact: SizeDoctorFact = NodesLeftCordoned({ nodes: left.map(({ name }) => name) })
  return [{ severity: 'care', fact }]
}
