import { randomUUID } from 'node:crypto'
import type { AdmissionWebhook } from '../interface/admission.ts'
import type { Sandbox } from '../interface/cluster.ts'
import { type Answer, type ApiReply, type ApiRequest, warningText } from '../interface/request.ts'
import { admin } from './authenticate.ts'
import { statusOf } from './refused.ts'

/**
 * Answers a request. A write of a ConfigMap waits for the webhook, which is asked again when the object has changed meanwhile. With
 * generateName, it is asked about another name than the one that is stored.
 */
export async function handleWithWebhook(
  sandbox: Sandbox,
  request: ApiRequest,
  webhook: AdmissionWebhook,
): Promise<ApiReply> {
  const namespace = writtenNamespace(request)
  if (namespace === undefined) return sandbox.handle(request)
  for (;;) {
    const preview = sandbox.handle(asDryRun(request)) as Answer
    if (preview.status >= 300) return preview
    const object = preview.body as ConfigMap
    const before = stored(sandbox, object)
    const answer = await answerOf(webhook, questionOf(request, { namespace, object, before }))
    if (versionOf(stored(sandbox, object)) !== versionOf(before)) continue
    const { response } = (typeof answer === 'number' ? {} : answer) as Review
    if (response?.allowed === false) return denied(webhook, response)
    return warned(sandbox.handle(request), response?.warnings ?? [])
  }
}

/** As long as an API server waits for the webhook of the controller. */
const timeoutMs = 5_000

/** One that fails, or is late, gives no answer. */
async function answerOf(webhook: AdmissionWebhook, question: object): Promise<object | number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const late = setTimeout(() => resolve(504), timeoutMs)
  try {
    return await Promise.race([webhook.review(question), promise])
  } catch {
    return 500
  } finally {
    clearTimeout(late)
  }
}

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string }
}

interface Review {
  readonly response?: Response
}

/** Of an AdmissionReview. */
interface Response {
  readonly allowed?: boolean
  readonly status?: { readonly code?: number; readonly reason?: string; readonly message?: string }
  readonly warnings?: readonly string[]
}

/** Of the ConfigMap that a request writes; undefined: it writes none. */
function writtenNamespace({ method, path }: ApiRequest): string | undefined {
  const [, namespace] = /^\/api\/v1\/namespaces\/([^/]+)\/configmaps(?:\/[^/]+)?$/.exec(path) ?? []
  return ['POST', 'PUT', 'PATCH'].includes(method) ? namespace : undefined
}

/** The same request, which stores nothing and shows the object. */
const asDryRun = (request: ApiRequest): ApiRequest => ({
  ...request,
  query: { ...request.query, dryRun: 'All' },
  headers: { ...request.headers, accept: 'application/json' },
})

function stored(sandbox: Sandbox, { metadata: { namespace, name } }: ConfigMap): ConfigMap | undefined {
  const path = `/api/v1/namespaces/${namespace}/configmaps/${name}`
  const { status, body } = sandbox.handle({ method: 'GET', path, query: {}, headers: {}, user: admin }) as Answer
  return status === 200 ? (body as ConfigMap) : undefined
}

const versionOf = (configMap: ConfigMap | undefined): string | undefined => configMap?.metadata.resourceVersion

interface Asked {
  readonly namespace: string
  readonly object: ConfigMap
  readonly before: ConfigMap | undefined
}

const questionOf = ({ query, user }: ApiRequest, { namespace, object, before }: Asked): object => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: randomUUID(),
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    name: object.metadata.name,
    namespace,
    operation: before === undefined ? 'CREATE' : 'UPDATE',
    userInfo: { username: user.name, groups: user.groups },
    object,
    oldObject: before ?? null,
    dryRun: query['dryRun'] === 'All',
    options: { fieldManager: query['fieldManager'] },
  },
})

/** As an API server passes it on (apiserver/pkg/admission/plugin/webhook/errors, ToStatusErr). */
function denied({ name }: AdmissionWebhook, { status: { code = 0, reason = '', message } = {} }: Response): Answer {
  const why = message || reason
  const text = `admission webhook "${name}" denied the request${why === '' ? ' without explanation' : `: ${why}`}`
  return statusOf({ code: Math.max(code, 400), reason, message: text })
}

function warned(reply: ApiReply, warnings: readonly string[]): ApiReply {
  if (reply.kind !== 'answer' || warnings.length === 0) return reply
  const { headers = {} } = reply
  const own = headers['warning']
  const texts = [...(own === undefined ? [] : [own]), ...warnings.map(warningText)]
  return { ...reply, headers: { ...headers, warning: texts.join(', ') } }
}
