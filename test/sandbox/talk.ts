import { createSandbox } from '../../src/sandbox/create.ts'
import type { Sandbox, SandboxOptions } from '../../src/sandbox/interface/cluster.ts'
import type { Answer, ApiReply, EncodedBody, User, WatchEvent } from '../../src/sandbox/interface/request.ts'

export const admin: User = { name: 'admin', groups: ['system:masters'] }
export const jsonPatch = 'application/json-patch+json'
export const mergePatch = 'application/merge-patch+json'
export const strategicPatch = 'application/strategic-merge-patch+json'
export const applyPatch = 'application/apply-patch+yaml'

export interface Asked {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; text and encoded bodies as they are. */
  readonly body?: unknown
  readonly contentType?: string
  readonly user?: User
}

/** A body of which a test looks at any part. */
// biome-ignore lint/suspicious/noExplicitAny: tests read deep into answers of every kind
export type Body = any

export interface Talk {
  readonly sandbox: Sandbox
  ask(method: string, path: string, asked?: Asked): Answer & { readonly body: Body }
  /** Like ask, but an answer of 300 and more throws. */
  must(method: string, path: string, asked?: Asked): Body
  /** Collects the events of a watch. */
  watch(
    path: string,
    query?: Readonly<Record<string, string>>,
  ): { events: WatchEvent[]; ended(): boolean; stop(): void }
}

export const start = Date.parse('2026-01-01T00:00:00Z')

const isEncoded = (body: unknown): body is EncodedBody => typeof (body as Partial<EncodedBody>)?.decode === 'function'

export function talkTo(sandbox: Sandbox): Talk {
  const send = (
    method: string,
    path: string,
    { query = {}, headers = {}, body, contentType, user = admin }: Asked,
  ): ApiReply =>
    sandbox.handle({
      method,
      path,
      query,
      headers: { 'content-type': contentType ?? 'application/json', 'user-agent': 'test/1', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' || isEncoded(body) ? body : JSON.stringify(body) }),
      user,
    })
  const ask: Talk['ask'] = (method, path, asked = {}) => {
    const reply = send(method, path, asked)
    if (reply.kind !== 'answer') throw new Error(`${path} is a watch`)
    return reply
  }
  return {
    sandbox,
    ask,
    must(method, path, asked) {
      const { status, body } = ask(method, path, asked)
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${body.message}`)
      return body
    },
    watch(path, query = {}) {
      const reply = send('GET', path, { query: { watch: 'true', ...query } })
      if (reply.kind !== 'watch') throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
      const events: WatchEvent[] = []
      let over = false
      const stop = reply.subscribe(
        (event) => events.push(event),
        () => {
          over = true
        },
      )
      return { events, stop, ended: () => over }
    },
  }
}

/** A small cluster of nodes with 2 cpu and 24581696Ki, as the recorded ones. */
export const startTalk = (options: Partial<SandboxOptions> = {}): Talk =>
  talkTo(
    createSandbox({
      nodes: 3,
      nodeCpu: '2',
      nodeMemory: '24581696Ki',
      kubernetesVersion: '1.36',
      seed: 1,
      now: start,
      ...options,
    }),
  )

const resourceOf: Readonly<Record<string, string>> = {
  LimitRange: 'limitranges',
  Pod: 'pods',
  ResourceQuota: 'resourcequotas',
  Role: 'roles',
  RoleBinding: 'rolebindings',
}

export const podsPath = (namespace: string, name?: string): string =>
  `/api/v1/namespaces/${namespace}/pods${name === undefined ? '' : `/${name}`}`

/** Creates a namespaced object. */
export function make({ must }: Talk, object: Body, headers: Asked['headers'] = {}): Body {
  const root = object.apiVersion === 'v1' ? '/api/v1' : `/apis/${object.apiVersion}`
  const path = `${root}/namespaces/${object.metadata.namespace}/${resourceOf[object.kind]}`
  return must('POST', path, { body: object, headers })
}

export const podOf = (
  name: string,
  requests: Readonly<Record<string, string>>,
  { namespace = 'default', ...spec }: { namespace?: string; nodeName?: string; priorityClassName?: string } = {},
): Body => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: { ...spec, containers: [{ name: 'c', image: 'localhost/pause:1', resources: { requests } }] },
})
