import { nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { planPush } from '../../../../src/lib/flows/documents/push.ts'
import { applyPush } from '../../../../src/lib/flows/documents/push-apply.ts'
import type { PushRequest } from '../../../../src/lib/flows/documents/push-plan.ts'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../clusters.ts'

export const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** To push a body in YAML to node-a, or to others. */
export const request = (
  body: string,
  targets: Target[] = [nodeTarget('node-a')],
  skipValidation = false,
): PushRequest => ({
  file: 'kubelet.yaml',
  bytes: new TextEncoder().encode(header + body),
  targets,
  skipValidation,
  acceptedRisks: [],
})

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
  const plan = await planPush(world.cluster, { ...request(body, targets), acceptedRisks }, limits)
  const outcomes = await applyPush(world, { plan, dryRun }, limits)
  return { plan, outcomes }
}
