import type { Amounts } from '../../core/accounting/amounts.ts'
import type { Node, PodSpec } from '../../core/model/object.ts'
import { expressionOf } from '../../core/select/labels.ts'
import { allocatableOf } from './allocatable.ts'
import type { Usage } from './ledger.ts'

export interface CandidateNode {
  readonly spec: PodSpec
  readonly requests: Amounts
}

type Taint = NonNullable<NonNullable<Node['spec']>['taints']>[number]
type Toleration = NonNullable<PodSpec['tolerations']>[number]

/** Messages of the scheduler why a pod does not fit on a node; empty when it fits. */
export function misfits({ spec, requests }: CandidateNode, node: Node, { amounts, pods }: Usage): string[] {
  if (!matchesNode(spec, node)) return ["node(s) didn't match Pod's node affinity/selector"]
  if (node.spec?.unschedulable && !toleratesAll(spec, [unschedulable])) return ['node(s) were unschedulable']
  const taint = hardTaints(node).find((each) => !toleratesAll(spec, [each]))
  if (taint !== undefined) return [`node(s) had untolerated taint(s)`]
  const free = allocatableOf(node)
  const maxPods = Number(node.status?.allocatable?.['pods'] ?? Number.POSITIVE_INFINITY)
  return [
    ...(pods + 1 > maxPods ? ['Too many pods'] : []),
    ...(requests.cpu > 0n && amounts.cpu + requests.cpu > free.cpu ? ['Insufficient cpu'] : []),
    ...(requests.memory > 0n && amounts.memory + requests.memory > free.memory ? ['Insufficient memory'] : []),
  ]
}

const unschedulable: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }

export const hardTaints = ({ spec }: Node): readonly Taint[] =>
  (spec?.taints ?? []).filter(({ effect }) => effect !== 'PreferNoSchedule')

export const toleratesAll = ({ tolerations = [] }: PodSpec, taints: readonly Taint[]): boolean =>
  taints.every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)))

function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false
  if (key && key !== taint.key) return false
  return operator === 'Exists' || (Boolean(key) && value === (taint.value ?? ''))
}

/** Evaluates nodeSelector and required node affinity. */
export function matchesNode({ nodeSelector = {}, affinity }: PodSpec, { metadata }: Node): boolean {
  const labels = metadata.labels ?? {}
  if (!Object.entries(nodeSelector).every(([key, value]) => labels[key] === value)) return false
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  if (terms === undefined) return true
  const fields = { 'metadata.name': metadata.name }
  return terms.some(
    ({ matchExpressions = [], matchFields = [] }) =>
      matchExpressions.length + matchFields.length > 0 &&
      matchExpressions.every((expression) => expressionOf(expression)(labels)) &&
      matchFields.every((expression) => expressionOf(expression)(fields)),
  )
}

/** The only node for a pod of a DaemonSet; undefined for other pods. */
export function onlyNodeOf({ affinity }: PodSpec): string | undefined {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const [field] = terms.length === 1 ? (terms[0]?.matchFields ?? []) : []
  return field?.key === 'metadata.name' && field.operator === 'In' && field.values?.length === 1
    ? field.values[0]
    : undefined
}
