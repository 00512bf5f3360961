import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { kubeletcfg, nodesize } from './commands.ts'
import { applyObjects, kubectl } from './kubectl.ts'
import { configuration, globalName, push, removeDocuments } from './kubeletcfg/documents.ts'
import { untilSettled } from './nodesize/balloons.ts'
import { removeInstallations } from './nodesize/installation.ts'
import { pauseImage } from './versions.ts'

/**
 * kubectl prints our data, which it gets from the API server as objects of these kinds: an item of our -o json is an object
 * with the same fields.
 */
const group = 'test.kubeletcfg.dev'
const kinds = {
  sizes: { command: nodesize, args: ['get'] },
  documents: { command: kubeletcfg, args: ['list'] },
} as const
type Kind = keyof typeof kinds

const definitionOf = (plural: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Cluster',
    names: { plural, kind: plural },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
})

/** As in docs/output.md: a field that is null counts as missing. */
const withoutNulls = (item: unknown): object =>
  JSON.parse(JSON.stringify(item), (_, value) => (value === null ? undefined : value))

/** In the order of our list. */
async function objectsOf(kind: Kind): Promise<readonly object[]> {
  const { command, args } = kinds[kind]
  const { items } = JSON.parse((await command([...args, '-o', 'json'])).stdout) as { items: object[] }
  return items.map((item, index) => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name: `item-${index}` },
    ...withoutNulls(item),
  }))
}

async function both(kind: Kind, flags: readonly string[]) {
  const { command, args } = kinds[kind]
  const [ours, theirs] = await Promise.all([
    command([...args, ...flags]),
    kubectl(['get', `${kind}.${group}`, ...flags]),
  ])
  expect(ours).toEqual({ stdout: theirs, stderr: '', exit: 0 })
  return theirs
}

const names = Object.keys(kinds) as Kind[]
const definitions = names.map((plural) => `customresourcedefinition/${plural}.${group}`)
beforeAll(async () => {
  expect(await nodesize(['install', '--all-nodes', '--image', pauseImage, '--wait'])).toMatchObject({ exit: 0 })
  expect(await nodesize(['set', 'node-a', '--cpu', '500m', '--memory', '1Gi'])).toMatchObject({ exit: 0 })
  await push(configuration('maxPods: 50'), ['--global', '--accept-risk=drain', '--message', 'a <b> & "c"'])
  await push(configuration('maxPods: 60'), ['--global', '--accept-risk=drain'])
  await push(configuration('maxPods: 70'), ['--node=node-b', '--accept-risk=drain', '--message', 'größer'])
  await push(configuration('maxPods: 80'), ['--node=node-z', '--allow-unknown-node'])
  await applyObjects(names.map(definitionOf))
  await kubectl(['wait', '--for=condition=Established', ...definitions, '--timeout=30s'])
  await applyObjects((await Promise.all(names.map(objectsOf))).flat())
  await untilSettled('node-a', 'node-b')
})
afterAll(async () => {
  await kubectl(['delete', ...definitions, '--ignore-not-found'])
  await removeDocuments()
  await removeInstallations()
})

const paths = {
  sizes: [
    '{.items[*].node}',
    '{range .items[*]}{.node}{"\\t"}{.free.cpu}{"\\n"}{end}',
    '{.items[?(@.state=="Ready")].node}',
    '{.items[?(@.size.cpu=="500m")].size}',
    '{.items[0].size}',
    '{.items[-1:].unmanagedPods}',
    "{.items[*]['node','state']}",
    '{.items[*].nothing}none',
  ],
  documents: [
    '{.items[*].name}',
    '{.items[?(@.revision>1)].name}',
    '{.items[?(@.target.kind=="node")].target.node}',
    '{range .items[*]}{.name}: {.message}{"\\n"}{end}',
    '{.items[1].lastWrite.manager}',
    '{.items[*].nodes}',
    '{.items[0].nodes[0]}{.items[0].immutable}{.items[0].revision}',
  ],
} satisfies Record<Kind, readonly string[]>

const columns = {
  sizes: ['NODE:.node', 'NODE:.node,FREE:.free.cpu,NONE:.nothing', 'SIZE:.size,STATE:.state'],
  documents: ['NAME:.name,REVISION:.revision,MESSAGE:.message', 'N:.nodes[*],TARGET:.target.node', 'AT:.at'],
} satisfies Record<Kind, readonly string[]>

const orders = {
  sizes: ['.free.cpu', '.size.memory', '{.node}', '.allocatable.cpu'],
  documents: ['.revision', '.name', '.digest', '.target.kind'],
} satisfies Record<Kind, readonly string[]>

describe.each(names)('kubectl prints the same of %s', (kind) => {
  test.each(paths[kind])('with -o jsonpath=%s', async (path) => {
    expect(await both(kind, ['-o', `jsonpath=${path}`])).not.toBe('')
  })

  test.each(columns[kind])('with -o custom-columns=%s', async (spec) => {
    await both(kind, ['-o', `custom-columns=${spec}`])
    await both(kind, ['-o', `custom-columns=${spec}`, '--no-headers'])
  })

  test.each(orders[kind])('with --sort-by=%s', async (path) => {
    await both(kind, ['--sort-by', path, '-o', `custom-columns=${columns[kind][0]}`])
    await both(kind, [
      '--sort-by',
      path,
      '-o',
      'jsonpath={.items[*].metadata.nothing}{.items[*].state}{.items[*].name}',
    ])
  })
})

describe('kubectl prints the same of what both know', () => {
  test('-o name of nodes', async () => {
    expect(await nodesize(['get', '-o', 'name'])).toEqual({
      stdout: await kubectl(['get', 'nodes', '-o', 'name']),
      stderr: '',
      exit: 0,
    })
  })

  test('-o name of documents', async () => {
    const names = [globalName, 'node-b-kubelet-configuration', 'node-z-kubelet-configuration']
    expect(await kubeletcfg(['list', '-o', 'name'])).toEqual({
      stdout: await kubectl(['get', 'configmaps', ...names, '-n', 'kube-system', '-o', 'name']),
      stderr: '',
      exit: 0,
    })
  })

  test('a document', async () => {
    const stdout = await kubectl([
      ...['get', 'configmap', globalName, '-n', 'kube-system'],
      ...['-o', 'jsonpath={.data.kubelet}{.metadata.annotations.kubeletcfg\\.dev/revision}'],
    ])
    const ran = await kubeletcfg(['get', '--global', '-o', 'jsonpath={.body}{.revision}', '--quiet'])
    expect(ran).toEqual({ stdout, stderr: '', exit: 0 })
  })
})
