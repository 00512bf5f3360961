import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { nodesOver } from '../../../../src/lib/cluster/resources/nodes.ts'
import { type Handler, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../http/rest-to.ts'

const recorded = (name: string): { readonly protobuf: string; readonly json: { readonly items: readonly Pod[] } } =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8'))
const bytesOf = (name: string): Buffer => Buffer.from(recorded(name).protobuf, 'base64')

const { items } = recorded('pods').json
const firstPage = { body: { kind: 'PodList', metadata: { continue: 'more' }, items } }
const names = items.map(({ metadata }) => metadata.name)
const type = 'application/vnd.kubernetes.protobuf'

/** The names of all pods, read from a server whose second page this is; and what was accepted for each page. */
async function namesWith(second: (response: ServerResponse) => ReturnType<Handler>) {
  await using server = await startApiServer(({ query }, response) =>
    query['continue'] === undefined ? firstPage : second(response),
  )
  const add = (found: string[], { metadata }: Pod) => void found.push(metadata.name)
  const reading = nodesOver(await restTo(server.url)).foldPods((): string[] => [], add, patient)
  const result = await reading.catch((error: unknown) => error)
  return { result, accepted: server.received.map(({ headers }) => headers.accept) }
}

function protobuf(response: ServerResponse, body: Buffer, status = 200): undefined {
  response.writeHead(status, { 'content-type': type }).end(body)
}

/** The tag before the name of the second pod. */
function damaged(): Buffer {
  const bytes = bytesOf('pods')
  const at = bytes.indexOf(names[1] ?? '')
  return bytes.fill(0xff, at - 2, at + 10)
}

test('the first page of pods is read in JSON, and the others in protobuf', async () => {
  const { result, accepted } = await namesWith((response) => protobuf(response, bytesOf('pods')))
  expect(result).toEqual([...names, ...names])
  expect(accepted).toEqual(['application/json', `${type},application/json`])
})

test('a server without protobuf sends JSON', async () => {
  const { result } = await namesWith(() => ({ body: { kind: 'PodList', metadata: {}, items } }))
  expect(result).toEqual([...names, ...names])
})

test('a refusal may come in protobuf', async () => {
  const { result } = await namesWith((response) => protobuf(response, bytesOf('refusal'), 422))
  expect(result).toMatchObject({
    code: 'invalid',
    fact: { serverMessage: 'Pod "x" is invalid: spec.containers: Required value' },
  })
})

test.each([
  ['something else', Buffer.from('k8s\0other')],
  ['a page that ends too soon', bytesOf('pods').subarray(0, 3_000)],
  ['a page with a damaged pod', damaged()],
])('%s is not the answer of an API server', async (_, body) => {
  const { result } = await namesWith((response) => protobuf(response, body))
  expect(result).toMatchObject({ code: 'unreachable', fact: { reason: 'NotAnApiServer' } })
})
