import type { Sandbox } from '../interface/cluster.ts'
import type { ApiReply, ApiRequest } from '../interface/request.ts'
import { admin } from './authenticate.ts'
import { type KubernetesObject, type ManifestObject, readManifests } from './read-manifests.ts'
import { type LoadProblem, loadFailed } from './sandbox-failure.ts'

/**
 * Creates the objects in these files in order, like kubectl create. Rejects with Failure 'invalid', which lists all
 * problems of all files.
 */
export async function load(sandbox: Sandbox, files: readonly string[]): Promise<void> {
  const problems: LoadProblem[] = []
  for (const manifest of await readManifests(files)) {
    const message = 'problem' in manifest ? manifest.problem : create(sandbox, manifest)
    if (message !== undefined) problems.push({ origin: manifest.origin, message })
  }
  if (problems.length > 0) throw loadFailed(problems)
}

/** The message of the API server if it refuses the object. */
function create(sandbox: Sandbox, { object }: ManifestObject): string | undefined {
  const path = collectionOf(sandbox, object)
  if (path === undefined) return `no kind '${object.kind}' in version '${object.apiVersion}'`
  const reply = ask(sandbox, { method: 'POST', path, body: JSON.stringify(object) })
  const { status, message } = answerOf<{ message?: string }>(reply)
  return status < 300 ? undefined : (message ?? `refused with ${status}`)
}

interface Discovered {
  readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[]
}

/** The path of the collection, found by discovery; undefined for an unknown kind. */
function collectionOf(sandbox: Sandbox, { apiVersion, kind, metadata }: KubernetesObject): string | undefined {
  const root = `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`
  const { resources = [] } = answerOf<Discovered>(ask(sandbox, { method: 'GET', path: root }))
  const found = resources.find((resource) => resource.kind === kind && !resource.name.includes('/'))
  if (found === undefined) return undefined
  return found.namespaced
    ? `${root}/namespaces/${metadata?.namespace ?? 'default'}/${found.name}`
    : `${root}/${found.name}`
}

const ask = (sandbox: Sandbox, request: Pick<ApiRequest, 'method' | 'path' | 'body'>): ApiReply =>
  sandbox.handle({
    query: {},
    headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'kubeletcfg-sandbox' },
    ...request,
    user: admin,
  })

function answerOf<Body>(reply: ApiReply): Partial<Body> & { readonly status: number } {
  const body = reply.kind === 'answer' ? reply.body : {}
  return { ...(body as Partial<Body>), status: reply.kind === 'answer' ? reply.status : 200 }
}
