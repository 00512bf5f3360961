import type { DaemonSet, Node, Pod, PodSpec } from '../../core/model/object.ts'
import { templateGeneration } from '../../core/resources/daemon-sets.ts'
import { hardTaints, matchesNode, toleratesAll } from '../scheduler/fit.ts'

/** Taints that every pod of a DaemonSet tolerates (pkg/controller/daemon/util). */
const commonTolerations = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
]

/** Whether the DaemonSet needs a pod on this node. Free capacity does not matter: the scheduler checks it. */
export function needsPod({ spec }: DaemonSet, node: Node): boolean {
  const template = spec.template.spec as PodSpec
  const tolerant = { ...template, tolerations: [...(template.tolerations ?? []), ...commonTolerations] }
  const taints = hardTaints(node).filter(({ key }) => key !== 'node.kubernetes.io/unreachable')
  return matchesNode(template, node) && toleratesAll(tolerant, taints)
}

/** The pod of a DaemonSet for one node, not yet bound. */
export function podFor(set: DaemonSet, node: string, hash: string) {
  const { template } = set.spec
  const { name, namespace = '', uid } = set.metadata
  const spec = template.spec as PodSpec
  return {
    metadata: {
      ...template.metadata,
      generateName: `${name}-`,
      namespace,
      labels: {
        ...template.metadata?.labels,
        'controller-revision-hash': hash,
        'pod-template-generation': String(templateGeneration(set)),
      },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'DaemonSet', name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      ...spec,
      affinity: { ...spec.affinity, nodeAffinity: onlyOn(node, spec) },
      tolerations: [...(spec.tolerations ?? []), ...commonTolerations],
    },
  }
}

function onlyOn(node: string, { affinity }: PodSpec) {
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }]
  return { ...affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } }
}

/** The node of a DaemonSet pod: the one it is bound to, or else the one it is meant for. */
export const placeOfPod = ({ spec }: Pod): string =>
  spec.nodeName ||
  (spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0]?.matchFields?.[0]
    ?.values?.[0] ??
    '')
