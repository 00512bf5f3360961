import { rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { expect, test } from '@jest/globals'
import { configzAnswer } from '../../../../../src/lib/agent/host/kubelet/configz.ts'
import { nodeAccess } from '../../../../../src/lib/agent/host/kubelet/node-access.ts'
import { check } from '../../../../../src/lib/kubelet/check/check.ts'
import { plainDocument } from '../../../../../src/lib/kubelet/defaults/plain.ts'
import { merge } from '../../../../../src/lib/kubelet/merge/merge.ts'
import { readDocument } from '../../../../../src/lib/yaml/read/read.ts'
import { header, layersOf } from '../../../kubelet/merge/assemble.ts'
import { fakeKubelet } from './fake-kubelet.ts'

const limits = { signal: new AbortController().signal, timeoutMs: 5_000 }

/** What a kubelet reports that runs with these fields. */
async function configz(fields: string, header = true): Promise<string> {
  const merged = merge(await layersOf({ file: fields, release: '1.36' }))
  if (merged.outcome === 'refused') throw new Error('refused')
  const kubeletconfig = plainDocument(merged.document, '1.36')
  const stamped = { kind: 'KubeletConfiguration', apiVersion: 'kubelet.config.k8s.io/v1beta1', ...kubeletconfig }
  return JSON.stringify({ kubeletconfig: header ? stamped : kubeletconfig })
}

const documentOf = async (fields: string) => check(await readDocument(header + fields), '1.36').document

interface Ask {
  readonly fields?: string
  readonly document?: string
  readonly answer: (port: number) => RequestListener
  readonly stranger?: boolean
  readonly token?: () => Promise<string>
}

async function ask({ fields = 'maxPods: 50', document, answer, stranger = false, token }: Ask) {
  let port = 0
  await using kubelet = await fakeKubelet({ fields, stranger, answer: (...both) => answer(port)(...both) })
  port = kubelet.port
  const own = document === undefined ? undefined : await documentOf(`port: ${port}\naddress: 127.0.0.1\n${document}`)
  const question = { node: nodeAccess(), argv: kubelet.argv, release: '1.36' as const, document: own }
  const verdict = await configzAnswer({ ...question, token: token ?? (async () => 'secret') }, limits)
  return { verdict, tokens: kubelet.tokens }
}

const reports =
  (fields: string, header = true) =>
  (port: number): RequestListener =>
  async (_request, response) =>
    response.end(await configz(`port: ${port}\naddress: 127.0.0.1\n${fields}`, header))

const says = (status: number, body: string) => (): RequestListener => (_request, response) => {
  response.writeHead(status)
  response.end(body)
}

test.each([
  ['it runs with its file', { answer: reports('maxPods: 50') }],
  ['the report of an old one has no header', { answer: reports('maxPods: 50', false) }],
  ['the document is that of its file', { document: 'maxPods: 50', answer: reports('maxPods: 50') }],
  ['in another spelling', { document: '{maxPods: 0x32}'.slice(1, -1), answer: reports('maxPods: 50') }],
  ['the runtime has set its cgroup driver', { answer: reports('maxPods: 50\ncgroupDriver: systemd') }],
])('good: %s', async (_what, asked) => {
  expect(await ask(asked)).toEqual({ verdict: { verdict: 'pass' }, tokens: ['Bearer secret'] })
})

test('other values are named, without what they are', async () => {
  const { verdict } = await ask({ answer: reports('maxPods: 60\nstaticPodURLHeader: {a: [secret]}') })
  const fields = ['maxPods', 'staticPodURLHeader[a]']
  expect(verdict).toEqual({ verdict: 'fail', because: { reason: 'ConfigzDiffers', fields } })
})

test('a kubelet that was started with other files does not run the document, whatever it reports', async () => {
  const { verdict } = await ask({ document: 'maxPods: 60', answer: reports('maxPods: 60') })
  expect(verdict).toEqual({ verdict: 'fail', because: { reason: 'DocumentNotOnDisk' } })
})

test.each<[string, Ask, string]>([
  ['401', { answer: says(401, 'Unauthorized') }, 'ConfigzRefused'],
  ['403', { answer: says(403, 'Forbidden') }, 'ConfigzRefused'],
  ['500', { answer: says(500, '') }, 'ConfigzRefused'],
  ['no JSON', { answer: says(200, '<html>\0') }, 'ConfigzNotUnderstood'],
  ['other JSON', { answer: says(200, '{"kubeletconfig": 7}') }, 'ConfigzNotUnderstood'],
  ['wrong types', { answer: says(200, '{"kubeletconfig": {"maxPods": "many"}}') }, 'ConfigzNotUnderstood'],
  ['nothing', { answer: says(200, '') }, 'ConfigzNotUnderstood'],
  ['megabytes', { answer: says(200, `{"kubeletconfig": {"a": "${'x'.repeat(5_000_000)}"}}`) }, 'ConfigzNotUnderstood'],
  ['a cut answer', { answer: () => (request) => request.socket.destroy() }, 'ConfigzNotAnswered'],
])('unknown: %s', async (_what, asked, reason) => {
  expect((await ask(asked)).verdict).toMatchObject({ verdict: 'unknown', because: { reason } })
})

test('a program with another certificate gets no token', async () => {
  const { verdict, tokens } = await ask({ stranger: true, answer: reports('maxPods: 50') })
  expect(verdict).toMatchObject({ verdict: 'unknown', because: { reason: 'KubeletNotRecognized' } })
  expect(tokens).toEqual([])
})

test('a kubelet that serves nothing is not asked', async () => {
  const { verdict, tokens } = await ask({ fields: 'enableServer: false', answer: reports('') })
  expect({ verdict, tokens }).toEqual({ verdict: { verdict: 'none' }, tokens: [] })
})

test('nobody listens, or only somewhere else', async () => {
  await using kubelet = await fakeKubelet({ answer: () => undefined })
  const question = { node: nodeAccess(), release: '1.36', document: undefined, token: async () => 'secret' } as const
  const argv = (port: number, address = '127.0.0.1') => [...kubelet.argv, `--port=${port}`, `--address=${address}`]
  const errnoAt = async (...where: Parameters<typeof argv>) => {
    const answer = await configzAnswer({ ...question, argv: argv(...where) }, limits)
    return 'because' in answer && 'errno' in answer.because ? answer.because.errno : answer
  }
  expect(await errnoAt(1)).toBe('ECONNREFUSED')
})

test('a file that cannot be read', async () => {
  await using kubelet = await fakeKubelet({ answer: () => undefined })
  const question = { node: nodeAccess(), release: '1.36', document: undefined, token: async () => 'secret' } as const
  await writeFile(`${kubelet.folder}/config.yaml`, 'a: [')
  const answer = await configzAnswer({ ...question, argv: kubelet.argv }, limits)
  expect(answer).toMatchObject({ verdict: 'unknown', because: { reason: 'KubeletFileNotRead' } })
  await rm(`${kubelet.folder}/config.yaml`)
  expect(await configzAnswer({ ...question, argv: kubelet.argv }, limits)).toEqual(answer)
})

test('an answer that never comes', async () => {
  await using kubelet = await fakeKubelet({ answer: () => undefined })
  const question = { node: nodeAccess(), release: '1.36', document: undefined, token: async () => 'secret' } as const
  const signal = AbortSignal.timeout(200)
  const answer = await configzAnswer({ ...question, argv: kubelet.argv }, { signal, timeoutMs: 200 })
  expect(answer).toMatchObject({ verdict: 'unknown', because: { reason: 'ConfigzNotAnswered', errno: 'ETIMEDOUT' } })
})
