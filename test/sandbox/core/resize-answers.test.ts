import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { applyPatch, type Body, make, podsPath, startTalk, strategicPatch, type Talk } from '../talk.ts'

/** What an API server 1.36.3 answered to requests about the size of pods, and what it was like before (data/README.md). */
interface Recording {
  readonly name: string
  readonly given: Given
  readonly request: {
    readonly method: string
    readonly path: string
    readonly contentType?: string
    readonly body?: Body
  }
  readonly answer: {
    readonly status: number
    readonly warning?: string
    readonly body?: Body
    readonly resources?: readonly Body[]
  }
}

interface Given {
  /** Of the balloon. */
  readonly resources: Body
  /** Instead of the balloon. */
  readonly subject?: Body
  readonly before?: readonly Body[]
  readonly late?: readonly Body[]
  readonly podRequests?: Body
  readonly resize?: Body
  readonly status?: Body
  readonly user?: string
  readonly deleted?: boolean
  readonly stale?: boolean
  readonly resizedBy?: string
  readonly appliedBy?: string
  readonly allocatableBefore?: string
}

const file = join(import.meta.dirname, 'data/resize-answers.json')
const recordings: readonly Recording[] = JSON.parse(readFileSync(file, 'utf8'))
const namespace = 'nodesize-system'

function prepare(talk: Talk, given: Given): Body {
  const { must, sandbox } = talk
  must('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
  must('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
    body: { metadata: { name: 'nodesize-balloon' }, value: 1_000_000_000, preemptionPolicy: 'Never' },
  })
  for (const object of given.before ?? []) make(talk, object)
  if (given.allocatableBefore !== undefined) allow(talk, given.allocatableBefore)
  const made = make(talk, given.subject ?? balloon(given.resources), { 'user-agent': 'kube-controller-manager/v1' })
  sandbox.advance(2000)
  if (given.allocatableBefore !== undefined) allow(talk, '2')
  for (const object of given.late ?? []) make(talk, object)
  change(talk, made, given)
  return must('GET', podsPath(made.metadata.namespace, made.metadata.name))
}

const allow = ({ must }: Talk, cpu: string): void =>
  must('PATCH', '/api/v1/nodes/node-a/status', {
    body: { status: { allocatable: { cpu } } },
    contentType: strategicPatch,
  })

const balloon = (resources: Body): Body => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'balloon-aaaaa', namespace },
  spec: {
    nodeName: 'node-a',
    priorityClassName: 'nodesize-balloon',
    containers: [{ name: 'balloon', image: 'localhost/pause:1', resources }],
  },
})

/** What happened to the pod after it was made. */
function change({ must, sandbox }: Talk, { metadata }: Body, given: Given): void {
  const path = podsPath(metadata.namespace, metadata.name)
  const resize = (resources: Body, query = {}, contentType = strategicPatch) =>
    must('PATCH', `${path}/resize`, {
      body: { apiVersion: 'v1', kind: 'Pod', ...resources },
      contentType,
      query,
    })
  const balloonWith = (resources: Body) => ({ spec: { containers: [{ name: 'balloon', resources }] } })
  if (given.podRequests) resize({ spec: { resources: { requests: given.podRequests } } })
  if (given.resize) resize(balloonWith(given.resize))
  if (given.resizedBy) resize(balloonWith({ requests: { cpu: '127m' } }), { fieldManager: given.resizedBy })
  const manager = { fieldManager: given.appliedBy ?? '', force: 'true' }
  if (given.appliedBy) resize(balloonWith({ requests: { cpu: '128m' } }), manager, applyPatch)
  if (given.status) must('PATCH', `${path}/status`, { body: { status: given.status }, contentType: strategicPatch })
  if (given.deleted) must('DELETE', path)
  sandbox.advance(2000)
}

/** Names that no other cluster has, as they are in this one. */
function bodyFor(live: Body, { request, given }: Recording): Body {
  const { body } = request
  if (body?.note !== undefined) return wholePod(live, body, given)
  if (typeof body === 'string') return body
  const version = given.stale ? '1' : live.metadata.resourceVersion
  return JSON.stringify(body)
    .replaceAll('aeafb015-568c-4226-9de7-1187dd3259aa', live.metadata.uid)
    .replaceAll(/"resourceVersion":"\d+"/g, `"resourceVersion":"${version}"`)
}

function wholePod(live: Body, { spec }: Body, { stale }: Given): Body {
  const [container] = live.spec.containers
  const resources = spec?.containers[0].resources ?? container.resources
  const metadata = { ...live.metadata, ...(stale && { resourceVersion: '1' }) }
  return { ...live, metadata, spec: { ...live.spec, containers: [{ ...container, resources }] } }
}

test.each(recordings)('$name is answered as a real server does', (recording) => {
  const talk = startTalk()
  const { given, request, answer } = recording
  const live = prepare(talk, given)
  const [path = '', query = ''] = request.path.split('?')
  const reply = talk.ask(request.method, path, {
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(request.body !== undefined && request.body !== null && { body: bodyFor(live, recording) }),
    ...(request.contentType !== undefined && { contentType: request.contentType }),
    ...(given.user !== undefined && { user: { name: given.user, groups: [] } }),
    headers: { 'user-agent': '' },
  })
  expect(relevant(reply)).toEqual(expected(answer))
})

/** The part of an answer that was recorded. */
function relevant({ status, body, headers }: { status: number; body: Body; headers?: Body }): object {
  if (body.kind === 'Status') return { status, body: trimmed(body) }
  if (body.kind !== 'Pod') return { status, body }
  const warning = headers?.warning
  return {
    status,
    resources: body.spec.containers.map((container: Body) => container.resources),
    ...(warning !== undefined && { warning }),
  }
}

/** A real server quotes a diff of Go structs, and lists a few things in no order at all. */
function trimmed({ message, reason, details, code }: Body): object {
  const text = (it: string) => sortedList(it.split('\n@@')[0] ?? '')
  const causes = details?.causes?.map((cause: Body) =>
    cause.message ? { ...cause, message: text(cause.message) } : cause,
  )
  return {
    message: text(message),
    reason,
    code,
    ...(details && { details: { ...details, ...(causes && { causes }) } }),
  }
}

const sortedList = (text: string): string =>
  text.replace(/\[(maximum .*)\]$/, (_, list: string) => `[${list.split(', ').sort().join(', ')}]`)

const expected = ({ body, ...answer }: Recording['answer']): object =>
  body === undefined ? answer : { ...answer, body: body.message === undefined ? body : trimmed(body) }
