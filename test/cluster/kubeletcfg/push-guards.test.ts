import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import {
  configMap,
  configuration,
  createConfigMap,
  dump,
  globalName,
  leaveNoDocuments,
  nodeAName,
  patchConfigMap,
  push,
  unapplied,
} from './documents.ts'
import { installPrograms, runInShell } from './programs.ts'

const largest = 1_048_576

let programs: string
beforeAll(async () => {
  programs = await installPrograms('kubeletcfg')
})
leaveNoDocuments()
afterAll(removeNodes)

/** A valid document of so many bytes. */
const ofSize = (bytes: number): string => {
  const text = configuration('maxPods: 50')
  return `${text}#${'x'.repeat(bytes - text.length - 2)}\n`
}

test('without a terminal a push is refused, and the command in its hint does it', async () => {
  await writeFile(join(programs, 'my kubelet.yaml'), configuration('maxPods: 50'))
  const command = `kubeletcfg push -f 'my kubelet.yaml' --node node-a -m 'it'\\''s "fewer" $pods'`
  const before = await dump()
  const refused = await runInShell(command, { programs, cwd: programs })
  expect(refused).toEqual({
    stdout: '',
    stderr: `${unapplied.one}configmap/${nodeAName}: create for 1 node\n  maxPods: (unset) → 50\nerror: nothing was changed: there is no terminal to ask for confirmation\nhint: to continue, add --yes: ${command} --yes\n`,
    exit: 5,
  })
  expect(await dump()).toEqual(before)

  const [, hint = ''] = /add --yes: (.*)\n$/.exec(refused.stderr) ?? []
  expect(await runInShell(hint, { programs, cwd: programs })).toMatchObject({ exit: 0 })
  expect((await configMap(nodeAName)).metadata.annotations).toMatchObject({
    'kubeletcfg.dev/message': `it's "fewer" $pods`,
  })
})

test('a document with problems is refused with where they are, and pushed when told', async () => {
  const path = join(programs, 'broken.yaml')
  await writeFile(path, configuration('maxPods: many', 'evictionHard:', '  memory.available: 5'))
  const args = ['push', `--filename=${path}`, '--node=node-a', '--yes']
  const before = await dump()
  const refused = await kubeletcfg(args)
  expect(refused).toMatchObject({ stdout: '', exit: 3 })
  expect(refused.stderr).toContain(`${path}:3:10: error DECODE-TYPE maxPods: `)
  expect(refused.stderr).toContain(`${path}:5:21: error DECODE-TYPE evictionHard[memory.available]: `)
  expect(await dump()).toEqual(before)

  expect(await kubeletcfg([...args, '--skip-validation'])).toMatchObject({
    stdout: `configmap/${nodeAName} created (revision 1)\n`,
    stderr: expect.stringContaining(`warning: ${path}:3:10: `),
    exit: 0,
  })
})

test('a file with several documents is refused, for the kubelet would read the first alone', async () => {
  const { stderr, exit } = await push(`${configuration('maxPods: 50')}---\nmaxPods: 60\n`, ['--global'])
  expect(stderr).toContain('<stdin>:5:1: error READ-DOCUMENTS ')
  expect(exit).toBe(3)
})

test('the kubelets of the node, or of all nodes, decide which fields there are', async () => {
  const { name } = await makeNode({ kubelet: 'previous' })
  for (const target of [`--node=${name}`, '--global']) {
    const { stderr, exit } = await push(configuration('defaultPodSysctls: {}'), [target])
    expect(stderr).toMatch(/<stdin>:3:1: error STRICT-UNKNOWN defaultPodSysctls: .*1\.37/)
    expect(exit).toBe(3)
  }
  expect(await push(configuration('defaultPodSysctls: {}'), ['--node=node-a'])).toMatchObject({ exit: 0 })
  await removeNodes()
})

test('where there is no kubelet yet, the newest release decides', async () => {
  expect(await push(configuration('defaultPodSysctls: {}'), ['--node=node-z', '--allow-unknown-node'])).toMatchObject({
    exit: 0,
  })
})

test.each([
  ['global', 'node/global cannot have a document'],
  ['n'.repeat(240), 'cannot have a document: its name has 240 characters'],
  ['Node_A', "'Node_A' is not a valid node name"],
])('no node is called %s', async (node, message) => {
  const { stdout, stderr, exit } = await push(configuration('maxPods: 50'), [`--node=${node}`])
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 2 })
  expect(stderr).toContain(message)
})

test('the largest document is stored, and one byte more is refused before the server does', async () => {
  const before = await dump()
  expect(await push(ofSize(largest + 1), ['--global'])).toEqual({
    stdout: '',
    stderr: `error: the document is too large: a ConfigMap holds ${largest} bytes, and this would be ${largest + 1}\n`,
    exit: 3,
  })
  expect(await dump()).toEqual(before)
  expect(await push(ofSize(largest), ['--global'])).toMatchObject({ exit: 0 })
  expect((await configMap(globalName)).data?.['kubelet']).toHaveLength(largest)
})

test('what others keep in the ConfigMap counts, too', async () => {
  await createConfigMap(globalName, { data: { note: '12345' }, binaryData: { logo: 'AAH/' } })
  const { stderr, exit } = await push(ofSize(largest - 7), ['--global'])
  expect(stderr).toContain(`this would be ${largest + 1}`)
  expect(exit).toBe(3)
  expect(await push(ofSize(largest - 8), ['--global'])).toMatchObject({ exit: 0 })
})

test('an immutable ConfigMap is refused, and the way around it works', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await patchConfigMap(globalName, { immutable: true })
  const before = await dump()
  expect(await push(configuration('maxPods: 60'), ['--global'])).toEqual({
    stdout: '',
    stderr: `error: configmap/${globalName} is immutable\nhint: delete it first, then push: kubeletcfg delete --global\n`,
    exit: 5,
  })
  expect(await dump()).toEqual(before)
  expect(await kubeletcfg(['delete', '--global', '--yes'])).toMatchObject({ exit: 0 })
  expect(await push(configuration('maxPods: 60'), ['--global'])).toMatchObject({
    stdout: `configmap/${globalName} created (revision 2)\n`,
    exit: 0,
  })
})
