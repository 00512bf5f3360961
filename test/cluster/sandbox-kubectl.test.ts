import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { type KubectlOptions, kubectl } from './kubectl.ts'
import { namespace, objects, pod } from './sandbox-kubectl-objects.ts'
import { newestVersion } from './versions.ts'

let sandbox: RunningSandbox
let sides: readonly KubectlOptions[]

/** What kubectl says of each side: the real cluster first. */
const both = (args: readonly string[], input = ''): Promise<string[]> =>
  Promise.all(sides.map((side) => kubectl(args, { ...side, input })))

/** Ages, addresses and hashes differ. */
const scrubbed = (text: string): string =>
  text
    .replaceAll(/\b\d+(?:d\d+h|d|h\d+m|h|m\d+s|m|s)\b/g, 'AGE')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'TIME')
    .replaceAll(/\b\d+\.\d+\.\d+\.\d+\b/g, 'ADDRESS')
    .replaceAll(/\bset-[a-z0-9]+\b/g, 'set-HASH')
    .replaceAll(/ {2,}/g, '  ')
    .trimEnd()

const headOf = (text: string): string => text.split('\n')[0]!.trim().replaceAll(/ {2,}/g, '  ')

beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 2, nodeCpu: '2', kubernetesVersion: newestVersion })
  sides = [{}, { kubeconfig: sandbox.kubeconfig }]
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })
  await both(['create', '--validate=false', '-f', '-'], list)
  await both(['wait', '-n', namespace, 'quota/quota', '--for=jsonpath={.status.used.pods}=0', '--timeout=30s'])
  await both(['create', '--validate=false', '-f', '-'], JSON.stringify(pod))
  await both(['wait', '-n', namespace, 'pod/pod', '--for=condition=Ready', '--timeout=60s'])
})
afterAll(async () => {
  await kubectl(['delete', 'configmap', namespace, '-n', 'kube-system', '--ignore-not-found'])
  await kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
  await sandbox.close()
})

test('create names what it made, and refuses it a second time, in the same words', async () => {
  const [real, simulated] = await Promise.all(
    sides.map((side) =>
      kubectl(['create', '--validate=false', '-f', '-'], { ...side, input: JSON.stringify(objects[1]) }).catch(
        (error: unknown) => String(error),
      ),
    ),
  )
  expect(real).toContain('configmaps "document" already exists')
  expect(simulated).toBe(real)
})

describe('get shows the same', () => {
  test.each([
    ['pods'],
    ['pods', '-o', 'wide'],
    ['configmaps', 'document'],
    ['configmaps', 'document', '-o', 'wide'],
    ['configmaps', 'document', '-o', 'name'],
    ['configmaps', 'document', '-o', 'jsonpath={.data.kubelet}'],
    ['configmaps', 'document', '--show-labels'],
    ['daemonsets'],
    ['daemonsets', '-o', 'wide'],
    ['events', 'event'],
    ['events', 'event', '-o', 'wide'],
    ['limitranges'],
    ['resourcequotas'],
    ['roles'],
    ['rolebindings'],
    ['rolebindings', '-o', 'wide'],
    ['controllerrevisions'],
    ['nodes'],
    ['priorityclasses'],
    ['namespace', namespace],
    ['pods,configmaps', '--field-selector', 'metadata.name=pod'],
    ['pods', '--sort-by', '.metadata.name'],
  ])('of %s %s %s', async (...args) => {
    const [real, simulated] = await both(['get', ...args.filter(Boolean), '-n', namespace])
    expect(scrubbed(simulated!)).toBe(scrubbed(real!))
  })

  test.each([
    ['pods', '-A'],
    ['pods', '-A', '-o', 'wide'],
    ['configmaps', '-n', 'kube-system'],
    ['nodes', '-o', 'wide'],
    ['leases', '-n', 'kube-node-lease'],
    ['clusterroles'],
    ['clusterrolebindings'],
    ['clusterrolebindings', '-o', 'wide'],
    ['namespaces'],
  ])('columns of %s %s %s %s', async (...args) => {
    const [real, simulated] = await both(['get', ...args.filter(Boolean)])
    expect(headOf(simulated!)).toBe(headOf(real!))
  })

  test('YAML of a document, but for uid and resourceVersion', async () => {
    const own = (text: string) => scrubbed(text).replaceAll(/(uid|resourceVersion): .*/g, '$1')
    const [real, simulated] = await both(['get', 'configmap', 'document', '-n', namespace, '-o', 'yaml'])
    expect(own(simulated!)).toBe(own(real!))
  })
})

test('get --watch shows what is there and then what changes', async () => {
  const args = ['get', 'configmaps', '-n', namespace, '--field-selector=metadata.name=document', '--no-headers']
  const watching = both([...args, '--watch', '--output-watch-events', '--request-timeout=4s']).catch(String)
  await sleep(1500)
  await both(['patch', 'configmap', 'document', '-n', namespace, '--type=merge', '-p', '{"data":{"more":"1"}}'])
  const [real, simulated] = await watching
  expect(scrubbed(real!)).toBe('ADDED  document  1  AGE\nMODIFIED  document  2  AGE')
  expect(scrubbed(simulated!)).toBe(scrubbed(real!))
})

/** But for kinds of which the sandbox has none, and which can only be asked for. */
test('api-resources knows nothing that a real server does not, and says it alike', async () => {
  const [real, simulated] = await both(['api-resources', '-o', 'wide'])
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().replaceAll(/ {2,}/g, '  '))
  const known = new Set(linesOf(real!))
  const isEmpty = (line: string) => line.includes('  get,list,watch')
  expect(linesOf(simulated!).filter((line) => !known.has(line) && !isEmpty(line))).toEqual([])
})

test('version tells the release', async () => {
  const [real, simulated] = await both(['version'])
  expect(simulated).toBe(real)
})

test('delete waits until it is gone, in the same words', async () => {
  const [real, simulated] = await both(['delete', 'pod/pod', 'configmap/document', '-n', namespace])
  expect(real).toContain('pod "pod" deleted')
  expect(simulated).toBe(real)
  const gone = await Promise.all(
    sides.map((side) => kubectl(['get', 'pod', 'pod', '-n', namespace], side).catch((error: unknown) => String(error))),
  )
  expect(gone[0]).toContain('pods "pod" not found')
  expect(gone[1]).toBe(gone[0])
})
