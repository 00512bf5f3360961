import { nodeTarget } from '../../documents/target.ts'
import { Failure } from '../../message/failure.ts'
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
  /** The user may not write documents, or not read the configuration of the webhook. */
  | { readonly kind: 'unknown' }

/** No node has this name. */
const nobody = 'kubeletcfg-webhook-look'

/** Asks the API server itself: that there is a configuration does not say that anybody answers. Changes nothing. */
export async function lookAtWebhook(
  { documents, webhooks }: Pick<Cluster, 'documents' | 'webhooks'>,
  limits: Limits,
): Promise<WebhookSeen> {
  try {
    const write = { target: nodeTarget(nobody), body: 'no document', stamp: {}, replaces: undefined }
    await documents.write(write, 'server', limits)
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error
    const { serverMessage = '' } = error.fact as { readonly serverMessage?: string }
    if (serverMessage.includes(`admission webhook "${webhook.name}" denied`)) return { kind: 'stands' }
    return { kind: serverMessage.includes(`failed calling webhook "${webhook.name}"`) ? 'blocks' : 'unknown' }
  }
  const { value, failure } = await settle(webhooks.configuration(limits))
  if (failure?.code === 'interrupted') throw failure
  if (failure !== undefined) return { kind: 'unknown' }
  return { kind: value === undefined ? 'not-configured' : 'silent' }
}
