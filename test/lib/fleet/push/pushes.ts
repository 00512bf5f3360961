import { type Call, mayChange } from '../../../../src/lib/cluster/http/transport.ts'
import type { Cluster } from '../../../../src/lib/connect/cluster.ts'
import { nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { planPush as plan } from '../../../../src/lib/fleet/push/push.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import type { PushFile } from '../../../../src/lib/fleet/push/push-files.ts'
import type { PushPlan, PushRequest } from '../../../../src/lib/fleet/push/push-plan.ts'
import type { Source } from '../../../../src/lib/offline/read/one-document.ts'
import type { DryRunMode, Limits } from '../../../../src/lib/ports/limits.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'

export const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A file with a body in YAML below the header. */
export const fileWith = (body: string): Source => ({ file: 'kubelet.yaml', bytes: bytesOf(header + body) })

/** To push a body in YAML to node-a, or to others. */
export const request = (
  body: string,
  targets: Target[] = [nodeTarget('node-a')],
  skipValidation = false,
): PushRequest => requestOf([{ ...fileWith(body), targets, named: true }], skipValidation)

export const requestOf = (files: readonly PushFile[], skipValidation = false): PushRequest => ({
  files,
  skipValidation,
  acceptedRisks: [],
})

/** Files of a folder, by name: the whole text of each. */
export const folderOf = (texts: Readonly<Record<string, string>>): readonly PushFile[] =>
  Object.entries(texts).map(([file, text]) => ({ file, bytes: bytesOf(text), targets: 'by-name', named: false }))

const saidOfNodesWithoutAgents: ReadonlySet<string> = new Set(['NodesWithoutAgent', 'RunningNotKnown'])

/**
 * Of nodes without agents, as these tests have them, and of names that no node has: what a push says about that is tested
 * in who-applies.test.ts, and of what they run in way-back.test.ts.
 */
export async function planPush(cluster: Cluster, wanted: PushRequest, limits: Limits): Promise<PushPlan> {
  const planned = await plan(cluster, { allowUnknownNode: true, ...wanted }, limits)
  return { ...planned, warnings: planned.warnings.filter(({ reason }) => !saidOfNodesWithoutAgents.has(reason)) }
}

export interface How {
  readonly targets?: Target[]
  readonly dryRun?: DryRunMode
  readonly acceptedRisks?: PushRequest['acceptedRisks']
}

export async function pushTo(
  world: InProcess,
  body: string,
  { targets, dryRun = 'none', acceptedRisks = [] }: How = {},
) {
  return pushAll(world, { ...request(body, targets), acceptedRisks }, dryRun)
}

export async function pushAll(world: InProcess, wanted: PushRequest, dryRun: DryRunMode = 'none') {
  const planned = await planPush(world.cluster, wanted, limits)
  const outcomes = await applyPush(world, { plan: planned, dryRun }, limits)
  return { plan: planned, outcomes }
}

/** A write of a document itself, not of its history. */
export const isDocumentWrite = (call: Call): boolean => mayChange(call) && call.path.includes('/configmaps')
