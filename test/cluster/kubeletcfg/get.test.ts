import { expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import {
  configMap,
  configuration,
  createConfigMap,
  globalName,
  leaveNoDocuments,
  nodeAName,
  push,
} from './documents.ts'

leaveNoDocuments()

const plain = configuration('maxPods: 50')

test.each([
  ['line ends of Windows', plain.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${plain}`],
  ['no newline at the end', plain.trimEnd()],
  ['blank lines and blanks at the end', `${plain}  \n\n\n`],
  ['what is outside of ASCII', `# Größe, 节点, \u{1F388} e\u0301\n${plain}`],
])('what is pushed with %s comes back byte for byte', async (_, text) => {
  expect(await push(text, ['--node=node-a'])).toMatchObject({ exit: 0 })
  expect((await configMap(nodeAName)).data).toEqual({ kubelet: text })
  expect(await kubeletcfg(['get', '--node=node-a', '--quiet'])).toEqual({ stdout: text, stderr: '', exit: 0 })
  const { stdout } = await kubeletcfg(['get', '--node=node-a', '--output=json'])
  expect(JSON.parse(stdout).body).toBe(text)
})

test('a document without a byte prints none', async () => {
  await createConfigMap(globalName, { data: { kubelet: '' } })
  expect(await kubeletcfg(['get', '--global', '--quiet'])).toEqual({ stdout: '', stderr: '', exit: 0 })
})

test('as JSON it tells what is known of it', async () => {
  await push(plain, ['--global', '--message=why'])
  const { annotations } = (await configMap(globalName)).metadata
  const { stdout } = await kubeletcfg(['get', '--global', '--output=json'])
  expect(JSON.parse(stdout)).toMatchObject({
    apiVersion: 'kubeletcfg.dev/v1alpha1',
    kind: 'Document',
    target: { kind: 'global' },
    name: globalName,
    namespace: 'kube-system',
    digest: annotations?.['kubeletcfg.dev/digest'],
    recordedDigest: annotations?.['kubeletcfg.dev/digest'],
    revision: 1,
    by: 'admin',
    at: annotations?.['kubeletcfg.dev/at'],
    message: 'why',
    lastWrite: { manager: 'kubeletcfg' },
    body: plain,
  })
})

test('what is not there is named, and is an error', async () => {
  expect(await kubeletcfg(['get', '--node=node-a'])).toEqual({
    stdout: '',
    stderr: `error: configmap/${nodeAName} not found in namespace kube-system\nhint: kubeletcfg list shows the documents of the namespace\n`,
    exit: 3,
  })
})
