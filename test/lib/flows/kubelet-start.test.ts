import { expect, test } from '@jest/globals'
import { startByFiles } from '../../../src/lib/flows/kubelet-start.ts'
import { header } from './inputs.ts'

const object = (kind: string, value?: string): string =>
  `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ${kind}\n${value === undefined ? '' : `nodeRegistration: {kubeletExtraArgs: {v: ${value}}}\n`}`
const unit = '[Service]\nExecStart=/usr/bin/kubelet --a=b $KUBELET_KUBEADM_ARGS\n'
const start = (...texts: string[]) =>
  startByFiles(texts.map((text, i) => ({ file: `${i}`, bytes: new TextEncoder().encode(text) })))

test.each([
  ['a part of a command line', [object('InitConfiguration', '"2"')], ['0 --v=2'], false],
  ['nothing', [object('ClusterConfiguration')], [], false],
  [
    'the same flags twice',
    [`${object('InitConfiguration', '"2"')}---\n${object('JoinConfiguration', '"2"')}`],
    ['0 --v=2'],
    false,
  ],
  [
    'flags for one of two',
    [`${object('InitConfiguration', '"2"')}---\n${object('JoinConfiguration')}`],
    ['0 --v=2'],
    false,
  ],
  ['what a unit wants', [unit, object('JoinConfiguration', '"2"')], ['0 --a=b', '1 --v=2'], true],
  ['quotes, as kubeadm does: in vain', [object('InitConfiguration', '"\\"a b\\" c"')], ['0 --v=a b', '0 c'], false],
  ['a backslash and a dollar', [object('InitConfiguration', "'a\\\\$b'")], ['0 --v=a\\$b'], false],
])('files for kubeadm give %s', async (_what, texts, words, whole) => {
  const { line } = await start(...texts)
  expect([line.words.map(({ text, from }) => `${from} ${text}`), line.whole, line.unset]).toEqual([words, whole, []])
})

test.each([
  ['no configuration', [object('InitConfiguration')], undefined],
  ['one beside the flags', [`${object('InitConfiguration')}---\n${header}`], '0'],
  ['one in a file that is not for kubeadm', ['A=--v=2\n', `${object('InitConfiguration')}---\n${header}`], '1'],
])('and %s', async (_what, texts, expected) => {
  expect((await start(...texts)).configuration?.file).toBe(expected)
})

test.each([
  ['a number', object('InitConfiguration', '2'), 'kubeadm does not take it\n  0:3:42: --v wants a string'],
  ['what cannot be read', `${object('InitConfiguration')}---\na: [\n`, 'kubeadm does not take it\n  0:4:4: '],
  [
    'two kubelets',
    `${object('InitConfiguration', '"2"')}---\n${object('JoinConfiguration', '"3"')}`,
    'its kubelets have different flags\n  0:3:38: InitConfiguration\n  0:7:38: JoinConfiguration',
  ],
])('refuses %s, with the place', async (_what, text, message) => {
  await expect(start(text)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(message) })
})
