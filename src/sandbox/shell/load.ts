import { readFile } from 'node:fs/promises'
import type { Document, DocumentOptions, ParseOptions, SchemaOptions, Tags } from 'yaml'
import { errnoText } from '../../lib/errno.ts'
import type { Sandbox } from '../interface/cluster.ts'
import type { ApiReply, ApiRequest } from '../interface/request.ts'
import { admin } from './authenticate.ts'
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

/** One object of a file, or a problem that prevented reading it. */
type Manifest = ManifestObject | { readonly origin: string; readonly problem: string }

interface ManifestObject {
  /** Such as `fixtures.yaml, document 2`. */
  readonly origin: string
  readonly object: KubernetesObject
}

interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata?: { readonly name?: string; readonly namespace?: string }
}

/** The objects in YAML or JSON files, in order; Lists are expanded. Unreadable parts are returned as problems. */
async function readManifests(files: readonly string[]): Promise<Manifest[]> {
  return (await Promise.all(files.map(readManifest))).flat()
}

async function readManifest(file: string): Promise<Manifest[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof text !== 'string') return [{ origin: file, problem: unreadable(text) }]
  const { parseAllDocuments } = await import('yaml')
  const documents = [...parseAllDocuments(text, yamlOptions)]
  return documents.flatMap((document, i) => {
    const origin = documents.length === 1 ? file : `${file}, document ${i + 1}`
    return manifestsOf(origin, document)
  })
}

function unreadable({ code = '', message }: NodeJS.ErrnoException): string {
  const why = errnoText(code)
  return code === 'ENOENT' ? why : `cannot be read: ${why || message}`
}

/** YAML 1.1 as in kubectl; timestamps and base-60 numbers remain strings, as in sigs.k8s.io/yaml. */
const yamlOptions: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  prettyErrors: true,
  logLevel: 'silent',
  customTags: (tags: Tags): Tags =>
    tags.filter((tag) => typeof tag === 'string' || (tag.format !== 'TIME' && !tag.tag.endsWith(':timestamp'))),
}

function manifestsOf(origin: string, document: Document.Parsed): Manifest[] {
  const [error] = document.errors
  if (error !== undefined) return [{ origin, problem: `is not YAML: line ${error.linePos?.[0].line ?? 1}` }]
  const value: unknown = document.toJS()
  return value === null ? [] : objectsIn(origin, value)
}

function objectsIn(origin: string, value: unknown): Manifest[] {
  if (!isObject(value)) return [{ origin, problem: 'not a Kubernetes object: apiVersion and kind are required' }]
  const { items } = value as { items?: unknown }
  if (!value.kind.endsWith('List') || !Array.isArray(items)) return [{ origin, object: value }]
  return items.flatMap((item, i) => objectsIn(`${origin}, item ${i + 1}`, item))
}

function isObject(value: unknown): value is KubernetesObject {
  const { apiVersion, kind } = (value ?? {}) as { apiVersion?: unknown; kind?: unknown }
  return typeof apiVersion === 'string' && typeof kind === 'string'
}
