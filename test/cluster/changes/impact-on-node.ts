import { holdFor } from '../../../src/lib/agent/examine/hold.ts'
import { machineEvidence } from '../../../src/lib/agent/host/machine/machine-evidence.ts'
import { stateFilesOf } from '../../../src/lib/kubelet/changes/assess.ts'
import { isRisk } from '../../../src/lib/kubelet/changes/disruption.ts'
import { impactOf } from '../../../src/lib/kubelet/changes/impact/impact.ts'
import { podEvidenceOf } from '../../../src/lib/kubelet/changes/impact/pod-evidence.ts'
import type { Fact } from '../../../src/lib/message/fact.ts'
import { withFields } from '../configuration.ts'
import { kubectl } from '../kubectl.ts'
import { systemdOf } from '../machine/systemd.ts'
import { readNode } from '../read.ts'
import { assessed, documentOf, release } from './assessed.ts'
import { live, podsOn, removeState, restartWith, restore } from './living-node.ts'
import type { ImpactCase } from './random-impacts.ts'

/** What the agent would have said of a change, and what the same restart did, by hand. */
export interface Weighing {
  readonly what: string
  readonly held: Fact | undefined
  readonly heldDrained: boolean
  /** Pods that the answer names. */
  readonly named: readonly string[]
  /** Pods that ended. */
  readonly lost: readonly string[]
  /** The exit code of the kubelet; undefined: it runs. */
  readonly exit: number | undefined
}

interface NodeStatus {
  readonly status: {
    readonly allocatable: Readonly<Record<string, string>>
    readonly capacity: Readonly<Record<string, string>>
  }
}

/** A kubelet admits its pods at once, and looks for what to evict every ten seconds. */
const [admissionMs, evictionMs] = [2_000, 13_000]

/** Carries the change out without a drain, whatever the answer. */
export async function weighOnNode(node: string, base: string, one: ImpactCase): Promise<Weighing> {
  const [old, current] = [withFields(base, one.before), withFields(base, one.after)]
  await live(node, old, one.pods)
  const [before, after, assessment] = [await documentOf(old), await documentOf(current), await assessed(old, current)]
  if (one.gone !== undefined) await kubectl(['delete', 'pod', ...one.gone.map((name) => `${name}-${node}`)])
  const { status } = await readNode<NodeStatus>(node)
  const pods = await podsOn(node)
  const machine = await machineEvidence({ root: `/proc/${systemdOf(node)}/root`, kubeletRoot: '/var/lib/kubelet' })
  const evidence = { ...status, pods: pods.map(podEvidenceOf), machine }
  const change = { release, before, after, assessment }
  const { held, heldDrained } = holdFor({ config: { kind: 'document' }, acceptedRisks: [], evidence }, change)
  const weighed = assessment.changes.filter(({ disruption }) => isRisk(disruption))
  const { ends, mayEnd } = impactOf({ ...change, weighed, evidence })
  const files = stateFilesOf(assessment)
  if (files.length > 0) await removeState(node, files)
  const wait = one.after.includes('eviction') ? evictionMs : admissionMs
  const { exit, lost } = await restartWith(node, current, pods, wait)
  await restore(node, old)
  return { what: one.what, held, heldDrained, named: [...ends, ...mayEnd].map(({ name }) => name), lost, exit }
}
