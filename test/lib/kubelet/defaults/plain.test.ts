import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { Effective } from '../../../../src/lib/kubelet/defaults/effective.ts'
import { filledIn } from '../../../../src/lib/kubelet/defaults/filled-in.ts'
import { materialize } from '../../../../src/lib/kubelet/defaults/materialize.ts'
import { type Plain, plainDocument } from '../../../../src/lib/kubelet/defaults/plain.ts'
import { emptyDocument } from '../../../../src/lib/kubelet/model/empty-document.ts'
import { newest, type Release, releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { documentOf } from '../check/documents.ts'

/** What each kubelet makes of a file with nothing but the header, by path; without evictionHard, which comes later. */
const facts: Readonly<Record<Release, Readonly<Record<string, unknown>>>> = JSON.parse(
  readFileSync(new URL('../../../data/defaults.json', import.meta.url), 'utf8'),
)

function leaves(value: Plain, path = ''): [string, Plain][] {
  const isLeaf = typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length === 0
  if (isLeaf) return [[path, value]]
  return Object.entries(value).flatMap(([name, below]) => leaves(below, path === '' ? name : `${path}.${name}`))
}

test.each(releases)('a file with nothing but the header is what kubelet %s makes of it', (release) => {
  const { evictionHard, ...rest } = plainDocument(materialize(new Effective(emptyDocument, release)), release)
  expect(Object.fromEntries(leaves(rest))).toEqual(facts[release])
  expect(evictionHard).toMatchObject({ 'memory.available': '100Mi' })
})

const made = async (body: string, release: Release = newest) => {
  const config = new Effective(await documentOf(body, release), release)
  const filled = filledIn(config).map(({ path }) => path)
  return { plain: plainDocument(materialize(config), release), filled }
}

describe('a document', () => {
  test.each<[string, string, Release, unknown]>([
    ['a zero that Go cannot tell from absence', 'maxPods: 0\n', newest, { maxPods: 110 }],
    ['a zero that it can', 'healthzPort: 0\n', newest, { healthzPort: 0 }],
    ['an integer beyond 2^53', 'maxOpenFiles: 9007199254740993\n', newest, { maxOpenFiles: 9007199254740993n }],
    ['a duration', 'syncFrequency: 90s\n', newest, { syncFrequency: '1m30s' }],
    ['a derived default', 'nodeStatusUpdateFrequency: 1m\n', newest, { nodeStatusReportFrequency: '1m0s' }],
    ['several pulls', 'maxParallelImagePulls: 3\n', newest, { serializeImagePulls: false }],
    ['a negative limit', 'podPidsLimit: -7\n', newest, { podPidsLimit: -1 }],
    [
      'a gate with a default',
      'featureGates: {KubeletCrashLoopBackOffMax: true}\n',
      '1.34',
      { crashLoopBackOff: { maxContainerRestartPeriod: '5m0s' } },
    ],
    ['a given pointer to a struct', 'tracing: {}\n', newest, { tracing: {} }],
    [
      'a credential',
      'staticPodURLHeader: {Authorization: [secret]}\n',
      newest,
      { staticPodURLHeader: { Authorization: ['<redacted>'] } },
    ],
    ['a password', 'staticPodURL: https://me:secret@host/\n', newest, { staticPodURL: 'https://<redacted>@host/' }],
    [
      'reserved memory, which is kept in thousandths',
      'reservedMemory: [{limits: {memory: 1u, hugepages-2Mi: 1500u}}]\n',
      newest,
      { reservedMemory: [{ limits: { memory: '1m', 'hugepages-2Mi': '2m' } }] },
    ],
    [
      'a list of structs',
      'registerWithTaints: [{key: a, effect: NoExecute}]\n',
      newest,
      { registerWithTaints: [{ key: 'a', effect: 'NoExecute' }] },
    ],
  ])('with %s', async (_, body, release, expected) => {
    expect((await made(body, release)).plain).toMatchObject(expected as Record<string, unknown>)
  })

  test('loses the fields that its release does not know', async () => {
    expect((await made('failCgroupV1: true\n', '1.28')).plain).not.toHaveProperty('failCgroupV1')
  })
})

test('the kubelet drops unknown keys, in items of lists as well', async () => {
  const config = new Effective(await documentOf('foo: 1\nregisterWithTaints: [{key: a, foo: 1}]\n'), newest)
  const { fields, unknown } = materialize(config)
  expect(unknown).toEqual(new Map())
  expect(fields.get('registerWithTaints')).toMatchObject({ items: [{ type: 'struct', unknown: new Map() }] })
})

describe('filled in', () => {
  test('has only values that the document does not have', async () => {
    const { filled } = await made('maxPods: 5\nport: 0\nauthentication: {anonymous: {enabled: true}}\n')
    expect(filled).not.toContain('maxPods')
    expect(filled).not.toContain('authentication.anonymous.enabled')
    expect(filled).toEqual(
      expect.arrayContaining(['port', 'authentication.webhook.enabled', 'evictionHard[memory.available]']),
    )
  })
  test('has thresholds that were merged', async () => {
    const { filled } = await made('mergeDefaultEvictionSettings: true\nevictionHard: {memory.available: 1Gi}\n')
    expect(filled.filter((path) => path.startsWith('evictionHard'))).toEqual(
      ['nodefs.available', 'nodefs.inodesFree', 'imagefs.available', 'imagefs.inodesFree'].map(
        (key) => `evictionHard[${key}]`,
      ),
    )
  })
  test('has no thresholds if they are not merged', async () => {
    const { filled } = await made('evictionHard: {memory.available: 1Gi}\n')
    expect(filled.filter((path) => path.startsWith('evictionHard'))).toEqual([])
  })
})
