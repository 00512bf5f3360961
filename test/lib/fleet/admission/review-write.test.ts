import { expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import { documentOf } from '../../../../src/lib/documents/cluster/document-object.ts'
import { skipValidationText } from '../../../../src/lib/documents/skip-validation.ts'
import { reviewWrite } from '../../../../src/lib/fleet/admission/review-write.ts'
import { adviceOf, messageOf } from '../../../../src/lib/message/describe.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const node = (name: string, kubeletVersion: string): Node =>
  ({ name, kubeletVersion, labels: {}, taints: [], annotations: {} }) as unknown as Node
const nodes = [node('node-a', 'v1.37.0'), node('node-b', 'v1.33.0')]

interface Written {
  readonly name?: string
  readonly text?: string | undefined
  readonly binary?: boolean
  readonly annotations?: Readonly<Record<string, string>>
}

const stored = ({ name = 'node-a-kubelet-configuration', text, binary = false, annotations = {} }: Written) =>
  documentOf({
    metadata: { name, namespace: 'kube-system', annotations },
    ...(text !== undefined && { data: { kubelet: text } }),
    ...(binary && { binaryData: { kubelet: 'eA==' } }),
  })!

const review = (written: Written, before?: Written, others: readonly Written[] = []) =>
  reviewWrite(
    { document: stored(written), before: before && stored(before) },
    {
      nodes: new Map(nodes.map((one) => [one.name, one])),
      documents: new Map(others.map((one) => [stored(one).name, stored(one)])),
    },
  )

const good = `${header}maxPods: 100\n`
const bad = `${header}maxPods: -1\n`
/** Kubelets of 1.33 do not know it. */
const newer = `${header}crashLoopBackOff:\n  maxContainerRestartPeriod: 10s\nimagePullCredentialsVerificationPolicy: NeverVerify\n`

test.each<[string, Written, Written | undefined, readonly Written[]]>([
  ['a good document', { text: good }, undefined, []],
  ['the same again', { text: bad }, { text: bad }, []],
  ['labels of a bad one', { text: bad, annotations: { x: 'y' } }, { text: bad }, []],
  ['a good one in place of a bad one', { text: good }, { text: bad }, []],
  ['the global one', { name: 'global-kubelet-configuration', text: good }, undefined, []],
  [
    'a bad one that is wanted',
    { text: bad, annotations: { 'kubeletcfg.dev/skip-validation': skipValidationText(bad) } },
    undefined,
    [],
  ],
])('may be stored: %s', async (_, written, before, others) => {
  expect((await review(written, before, others)).refusal).toBeUndefined()
})

test.each<[string, Written, Written | undefined, RegExp]>([
  [
    'what kubelets refuse',
    { text: bad },
    undefined,
    /^configmap\/node-a-kubelet-configuration: 1 problem for kubelet 1\.37/,
  ],
  ['the same in place of a good one', { text: bad }, { text: good }, /maxPods/],
  ['no document', { text: 'nonsense: [' }, undefined, /1 problem/],
  ['another kind', { text: 'apiVersion: v1\nkind: Pod\n' }, undefined, /Pod/],
  ['an empty text', { text: '' }, undefined, /problem/],
  ['no text', {}, undefined, /key kubelet is missing/],
  ['a text in binaryData', { binary: true }, undefined, /key kubelet is in binaryData/],
  ['a text that is taken away', {}, { text: good }, /key kubelet is missing/],
  [
    'the name of no node',
    { name: `${'a'.repeat(240)}-kubelet-configuration`, text: good },
    undefined,
    /no node can get it/,
  ],
  [
    'a bad one that somebody wanted before it was changed',
    { text: bad, annotations: { 'kubeletcfg.dev/skip-validation': skipValidationText(good) } },
    undefined,
    /maxPods/,
  ],
  [
    'a bad one with a word instead of the text',
    { text: bad, annotations: { 'kubeletcfg.dev/skip-validation': 'true' } },
    undefined,
    /maxPods/,
  ],
])('may not be stored: %s', async (_, written, before, text) => {
  const { refusal } = await review(written, before)
  expect(refusal && messageOf(refusal)).toMatch(text)
})

test('what is too long to be looked at in time is refused, unless it is wanted', async () => {
  const long = `${good}# ${'x'.repeat(140_000)}\n`
  const { refusal } = await review({ text: long })
  expect(refusal && messageOf(refusal)).toMatch(/has 140\d+ bytes, and at most 131072 are checked/)
  const annotations = { 'kubeletcfg.dev/skip-validation': skipValidationText(long) }
  expect((await review({ text: long, annotations })).refusal).toBeUndefined()
})

test('of many problems, the first are printed', async () => {
  const fields = Array.from({ length: 3_000 }, (_, i) => `field${i}: 1\n`).join('')
  const { refusal } = await review({ text: `${header}${fields}` })
  const text = adviceOf(refusal!)
  expect(text).toContain('3000 problems')
  expect(text).toContain('and 2980 more: kubeletcfg validate shows them')
  expect(text.length).toBeLessThan(4_000)
})

test('a refusal says what to do, with the annotation for this very text', async () => {
  const { refusal } = await review({ text: bad })
  expect(adviceOf(refusal!)).toContain(`kubeletcfg.dev/skip-validation=${skipValidationText(bad)}`)
})

test('the global document is for the kubelets of the nodes that have none of their own', async () => {
  const name = 'global-kubelet-configuration'
  const { refusal } = await review({ name, text: newer })
  expect(refusal && messageOf(refusal)).toMatch(/kubelet 1\.33/)
  const others = [{ name: 'node-b-kubelet-configuration', text: good }]
  expect((await review({ name, text: newer }, undefined, others)).refusal).toBeUndefined()
})

test('warnings are those of a push: a node that is not there, fields that agents refuse', async () => {
  const { warnings } = await review({ name: 'node-x-kubelet-configuration', text: good })
  expect(warnings.map(messageOf)).toEqual(['node/node-x does not exist'])
  const weaker = `${header}maxPods: 100\nreadOnlyPort: 10255\n`
  const { warnings: guarded } = await review({ text: weaker }, { text: good })
  expect(guarded.map(({ reason }) => reason)).toContain('AgentsRefuse')
})
