import { expect, test } from '@jest/globals'
import { Checkpoints } from '../../../../src/lib/agent/loop/checkpoints.ts'
import { followSources, readRolloutNow } from '../../../../src/lib/agent/loop/sources.ts'
import type { Observation } from '../../../../src/lib/agent/model/event.ts'
import { Failure, said } from '../../../../src/lib/message/failure.ts'
import { InProcess } from '../../../support/in-process.ts'
import { MemoryJournal } from './memory-journal.ts'

const text = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 50\n'

const configMap = (name: string, data: object) =>
  ({
    method: 'POST',
    path: '/api/v1/namespaces/kube-system/configmaps',
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...data },
  }) as const

interface Story {
  readonly node?: string
  readonly journal?: MemoryJournal
  /** What happens, by the time from the start in milliseconds. */
  readonly happens: readonly (readonly [ms: number, act: (cluster: InProcess) => void])[]
}

/** What is reported until five minutes after the last act, one line each. */
async function tell({ node = 'node-a', journal = new MemoryJournal(), happens }: Story) {
  using cluster = new InProcess()
  const seen: Observation[] = []
  const end = new AbortController()
  for (const [ms, act] of happens) cluster.clock.after(ms, () => act(cluster))
  cluster.clock.after(Math.max(0, ...happens.map(([ms]) => ms)) + 300_000, () => end.abort(new Error('over')))
  const dependencies = {
    node,
    cluster: { documents: cluster.cluster.documents, rollouts: cluster.cluster.rollouts },
    clock: cluster.clock,
    random: () => 0,
  }
  const output = {
    checkpoints: new Checkpoints({ journal, live: { readBytes: async () => undefined } }),
    report: (what: Observation) => void seen.push(what),
  }
  await followSources(dependencies as never, output, end.signal).catch(() => undefined)
  const lines = seen.map((one) => {
    if (one.kind !== 'source') return one.kind
    const { found } = one
    return [one.source, found.kind, ...('because' in found ? [found.because.reason] : [])].join(' ')
  })
  return { lines: lines.filter((line, i) => lines.indexOf(line) === i), seen, journal }
}

test('documents of the node and of all nodes are reported as they come and go', async () => {
  const { lines, seen, journal } = await tell({
    happens: [
      [1_000, (one) => one.asAdmin(configMap('node-a-kubelet-configuration', { data: { kubelet: text } }))],
      [
        2_000,
        (one) =>
          one.asAdmin({
            method: 'DELETE',
            path: '/api/v1/namespaces/kube-system/configmaps/node-a-kubelet-configuration',
          }),
      ],
    ],
  })
  expect(lines).toEqual(['node absent', 'global absent', 'rollout absent', 'node document'])
  expect(seen.findLast((one) => one.kind === 'source' && one.source === 'node')).toMatchObject({
    found: { kind: 'absent' },
  })
  expect([...journal.checkpoints.values()].map((bytes) => new TextDecoder().decode(bytes))).toEqual([text])
})

test.each([
  ['without the key', { data: { other: 'x' } }, 'KeyMissing'],
  ['with binary data', { binaryData: { kubelet: 'AAAA' } }, 'KeyInBinaryData'],
  ['with an empty text', { data: { kubelet: ' \n' } }, 'DocumentEmpty'],
])('a ConfigMap %s is not absent', async (_, data, reason) => {
  const { lines } = await tell({
    happens: [[0, (one) => one.asAdmin(configMap('global-kubelet-configuration', data))]],
  })
  expect(lines).toContain(`global unusable ${reason}`)
})

test('other keys of the ConfigMap are ignored', async () => {
  const data = { kubelet: text, other: 'x' }
  const { lines } = await tell({
    happens: [[0, (one) => one.asAdmin(configMap('global-kubelet-configuration', { data }))]],
  })
  expect(lines).toContain('global document')
})

test('a document that no kubelet can decode is reported, under the digest of its bytes', async () => {
  const { seen } = await tell({
    happens: [[0, (one) => one.asAdmin(configMap('global-kubelet-configuration', { data: { kubelet: 'a: [' } }))]],
  })
  expect(seen).toContainEqual(
    expect.objectContaining({
      found: expect.objectContaining({
        kind: 'document',
        version: expect.objectContaining({ digest: expect.stringMatching(/^bytes:sha256:/) }),
      }),
    }),
  )
})

test('an API server that does not answer is not absence, and is asked again', async () => {
  const { lines, seen } = await tell({
    happens: [
      [0, (one) => one.asAdmin(configMap('global-kubelet-configuration', { data: { kubelet: text } }))],
      [
        0,
        (one) => {
          one.mishap = () => ({ kind: 'answer', status: 403 })
        },
      ],
      [
        60_000,
        (one) => {
          one.mishap = () => undefined
        },
      ],
    ],
  })
  expect(lines).toContain('global unknown AccessDenied')
  const global = seen.flatMap((one) => (one.kind === 'source' && one.source === 'global' ? [one.found.kind] : []))
  expect(global).not.toContain('absent')
  expect(global.at(-1)).toBe('document')
})

test('a document that cannot be stored is unknown, and reported once it can be', async () => {
  const journal = new MemoryJournal()
  journal.failure = new Failure('refused', { reason: 'FileNotWritable' })
  const { lines } = await tell({
    journal,
    happens: [
      [0, (one) => one.asAdmin(configMap('global-kubelet-configuration', { data: { kubelet: text } }))],
      [
        10_000,
        () => {
          journal.failure = undefined
        },
      ],
    ],
  })
  expect(lines).toEqual(expect.arrayContaining(['global unknown FileNotWritable', 'global document']))
})

test('the document for all nodes is not taken for that of a node named global', async () => {
  const { lines } = await tell({ node: 'global', happens: [] })
  expect(lines).toEqual(['global absent', 'rollout absent'])
})

test.each([
  ['must not be read', 'AccessDenied', 'forbidden'],
  ['does not come', 'ServerUnreachable', 'fails'],
])('a rollout that is asked for and %s', async (_, reason, expected) => {
  const read = async () => {
    throw new Failure('refused', said(reason, 'no'))
  }
  const found = await readRolloutNow({ cluster: { rollouts: { read } } } as never, {} as never, {} as never).catch(
    (error: unknown) => ({ kind: error instanceof Failure ? 'fails' : error }),
  )
  expect(found.kind).toBe(expected)
})
