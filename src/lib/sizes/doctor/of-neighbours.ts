import type { ObjectBody } from '../../api/object.ts'
import type { Finding } from '../../message/findings.ts'
import { balloon } from '../../names.ts'
import { subjectOf } from '../install/preflight.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import {
  ClusterAutoscalerFound,
  DeschedulerFound,
  KarpenterFound,
  NoNeighbours,
  type SizeDoctorFact,
  VerticalAutoscalerOfBalloons,
  VerticalAutoscalersFound,
} from './doctor-messages.ts'

type Seen = Pick<ClusterSeen, 'neighbours' | 'server' | 'nodes' | 'installation'>

interface Container {
  readonly image?: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
}

/** Autoscalers and the descheduler, which count balloons as they count other pods. */
export function ofNeighbours(seen: Seen): readonly Finding[] {
  const found = [...ofClusterAutoscaler(seen), ...ofKarpenter(seen), ...ofDescheduler(seen), ...ofVertical(seen)]
  const { deployments, cronJobs } = seen.neighbours
  const areSeen = deployments.failure === undefined && cronJobs.failure === undefined
  const none: SizeDoctorFact = NoNeighbours()
  return found.length === 0 && areSeen ? [{ severity: 'works', fact: none }] : found
}

/** By the name of its image, whatever the registry: that of the Deployment is free. */
const runs = (object: ObjectBody, program: RegExp): boolean =>
  containersOf(object).some(({ image = '' }) => program.test(image))

function containersOf({ spec }: ObjectBody): readonly Container[] {
  type Template = { readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } } }
  const own = spec as (Template & { readonly jobTemplate?: { readonly spec?: Template } }) | undefined
  return (own?.template ?? own?.jobTemplate?.spec?.template)?.spec?.containers ?? []
}

const programs = {
  clusterAutoscaler: /(^|\/)cluster-autoscaler([-:@]|$)/,
  descheduler: /(^|\/)descheduler([-:@]|$)/,
} as const
const ignores = '--ignore-daemonsets-utilization'

function ofClusterAutoscaler({ neighbours: { deployments, autoscalerStatus } }: Seen): readonly Finding[] {
  const found = (deployments.value ?? []).find((object) => runs(object, programs.clusterAutoscaler))
  const sign = found ?? autoscalerStatus.value
  if (sign === undefined) return []
  const flags = found && containersOf(found).flatMap(({ command = [], args = [] }) => [...command, ...args])
  const ignoresDaemonSets = flags?.some((flag) => flag === ignores || flag === `${ignores}=true`)
  const fact: SizeDoctorFact = ClusterAutoscalerFound({ subject: subjectOf(sign), ignoresDaemonSets })
  return [{ severity: 'care', fact }]
}

const nodePool = 'karpenter.sh/nodepool'

/** It plans new nodes with the DaemonSets that select them: an opt-in label that its pools lack keeps balloons out of that. */
function ofKarpenter({ server, nodes, installation }: Seen): readonly Finding[] {
  if (!server.groups.includes('karpenter.sh') && !nodes.some(({ labels }) => nodePool in labels)) return []
  const counted = 'nodeSelector' in installation && !(balloon.optInLabel.key in installation.nodeSelector)
  const fact: SizeDoctorFact = KarpenterFound({ counted })
  return [{ severity: counted ? 'care' : 'works', fact }]
}

function ofDescheduler({ neighbours: { deployments, cronJobs } }: Seen): readonly Finding[] {
  const all = [...(deployments.value ?? []), ...(cronJobs.value ?? [])]
  const found = all.find((object) => runs(object, programs.descheduler))
  if (found === undefined) return []
  const fact: SizeDoctorFact = DeschedulerFound({ subject: subjectOf(found) })
  return [{ severity: 'care', fact }]
}

interface VerticalSpec {
  readonly targetRef?: { readonly kind?: string; readonly name?: string }
}

function ofVertical({ neighbours: { verticalAutoscalers } }: Seen): readonly Finding[] {
  const { value = [] } = verticalAutoscalers
  const ours = value.filter(({ spec }) => {
    const { targetRef } = (spec ?? {}) as VerticalSpec
    return targetRef?.kind === 'DaemonSet' && targetRef.name === balloon.daemonSet
  })
  const facts = ours.map((object): SizeDoctorFact => VerticalAutoscalerOfBalloons({ subject: subjectOf(object) }))
  if (facts.length > 0) return facts.map((fact) => ({ severity: 'error', fact }))
  const fact: SizeDoctorFact = VerticalAutoscalersFound({ count: value.length })
  return value.length === 0 ? [] : [{ severity: 'works', fact }]
}
