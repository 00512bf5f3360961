import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { canonical } from '../../../../src/lib/kubelet/compare/canonical.ts'
import { digest } from '../../../../src/lib/kubelet/compare/digest.ts'
import { releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { checked, documentOf } from '../check/documents.ts'

const folder = new URL('../../../golden/digest/', import.meta.url)
const vectors = readdirSync(folder).map((file) => ({
  file,
  ...JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
}))

describe('golden digests, which must never change', () => {
  test.each(vectors)('$file', async ({ inputs, canonical: text, digest: expected }) => {
    for (const input of inputs) {
      const { document } = await checked(input)
      expect(canonical(document!)).toBe(text)
      expect(digest(document!)).toBe(expected)
    }
  })
})

test('the release that a document is decoded for does not change its digest', async () => {
  const body = 'imageMaximumGCAge: 60m\ncrashLoopBackOff: {maxContainerRestartPeriod: 60s}\ntlsCurvePreferences: [29]\n'
  const digests = await Promise.all(releases.map(async (release) => digest(await documentOf(body, release))))
  expect(new Set(digests).size).toBe(1)
})

test.each([
  ['maxPods: 5\n', 'maxPods: 6\n'],
  ['registryPullQPS: 0\n', ''],
  ['evictionHard: {}\n', ''],
  ['enforceNodeAllocatable: []\n', ''],
  ['tracing: {}\n', ''],
  ['clusterDNS: [a, b]\n', 'clusterDNS: [b, a]\n'],
  ['podPidsLimit: 9007199254740993\n', 'podPidsLimit: 9007199254740992\n'],
  ['kubeReserved: {memory: 1Gi}\n', 'kubeReserved: {memory: 1024Mi}\n'],
  ['foo: 1\n', 'foo: "1"\n'],
])('%j and %j have different digests', async (one, other) => {
  expect(digest(await documentOf(one))).not.toBe(digest(await documentOf(other)))
})
