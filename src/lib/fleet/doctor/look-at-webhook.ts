import { nodeTarget } from '../../documents/target.ts'
import type { Fact } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import { webhook } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'

/** What becomes of a document that no kubelet accepts, tried as a dry run. */
export type WebhookSeen =
  /** The webhook refuses it. */
  | { readonly kind: 'stands' }
  /** It would be stored, because no API server is to ask, or because the webhook does not answer. */
  | { readonly kind: 'not-configured' | 'silent' }
  /** No document is stored at all: its failure policy is Fail, and it does not answer. */
  | { readonly kind: 'blocks' }
  /** The document was refused for another reason, or the configuration of the webhook may not be read. */
  | { readonly kind: 'unknown'; readonly because: Fact }

/** No node has this name. */
const nobody = 'kubeletcfg-webhook-look'

/** Asks the API server itself: that there is a configuration does not say that anybody answers. Changes nothing. */
export async function lookAtWebhook(
  { documents, webhooks }: Pick<Cluster, 'documents' | 'webhooks'>,
  limits: Limits,
): Promise<WebhookSeen> {
  const write = { target: nodeTarget(nobody), body: 'no document', stamp: {}, replaces: undefined }
  const [written, configuration] = await Promise.all([
    settle(documents.write(write, 'server', limits)),
    settle(webhooks.configuration(limits)),
  ])
  for (const { failure } of [written, configuration]) if (failure?.code === 'interrupted') throw failure
  if (written.failure !== undefined) return becauseOf(written.failure)
  if (configuration.failure !== undefined) return { kind: 'unknown', because: configuration.failure.fact }
  return { kind: configuration.value === undefined ? 'not-configured' : 'silent' }
}

function becauseOf({ fact }: Failure): WebhookSeen {
  const { serverMessage = '' } = fact as { readonly serverMessage?: string }
  if (serverMessage.includes(`admission webhook "${webhook.name}" denied`)) return { kind: 'stands' }
  const isBlocked = serverMessage.includes(`failed calling webhook "${webhook.name}"`)
  return isBlocked ? { kind: 'blocks' } : { kind: 'unknown', because: fact }
}
