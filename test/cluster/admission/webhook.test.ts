import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { skipValidationText } from '../../../src/lib/documents/skip-validation.ts'
import { controller, webhook } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { type Replica, startReplicaOf } from '../replica.ts'
import { type ControllerRights, giveControllerRights, removeControllerRights } from '../stories/controller-rights.ts'
import { until } from '../until.ts'

const run = promisify(execFile)
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const good = `${header}maxPods: 100\n`
const bad = `${header}maxPods: -1\n`
const own = 'node-a-kubelet-configuration'
const inNamespace = '--namespace=kube-system'

let rights: ControllerRights
let address: string
let replica: Replica | undefined

beforeAll(async () => {
  rights = await giveControllerRights()
  const service = ['get', 'service', webhook.service, `--namespace=${controller.namespace}`]
  address = await kubectl([...service, '--output=jsonpath={.spec.clusterIP}'])
  // The cluster has no kube-proxy: whoever runs beside the API server is there under the address of the Service.
  await run('ip', ['address', 'replace', `${address}/32`, 'dev', 'lo'])
}, 120_000)

afterEach(() => removeDocuments(), 60_000)

afterAll(async () => {
  await replica?.end('SIGTERM')
  await kubectl(['delete', 'validatingwebhookconfiguration', webhook.configuration, '--ignore-not-found'])
  await removeControllerRights(rights)
  await run('ip', ['address', 'delete', `${address}/32`, 'dev', 'lo'])
}, 120_000)

async function removeDocuments(): Promise<void> {
  const all = (await kubectl(['get', 'configmaps', inNamespace, '--output=name'])).split('\n')
  const documents = all.filter((name) => name.endsWith('-kubelet-configuration'))
  if (documents.length > 0) await kubectl(['delete', ...documents, inNamespace])
  await kubectl(['delete', 'configmap', own, '--namespace=default', '--ignore-not-found'])
}

async function start(): Promise<void> {
  const lease = `--leader-elect-resource-namespace=${controller.namespace}`
  const args = ['controller', 'run', '--no-default-policy', lease, `--webhook-address=${address}:443`]
  replica = await startReplicaOf(kubeletcfg, args, rights.kubeconfig)
  await says('WebhookServes')
}

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  await replica?.end(signal)
  replica = undefined
}

const says = (reason: string) =>
  until(async () => replica!.log().some((line) => line.reason === reason), `the replica does not say ${reason}`)

async function configure(...flags: readonly string[]): Promise<void> {
  const { stdout, stderr, exit } = await kubeletcfg(['controller', 'webhook', ...flags])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  await kubectl(['apply', '--filename=-'], { input: stdout })
  await asked()
}

/** API servers learn of it within a second or so. */
const asked = () =>
  until(async () => {
    const { refused } = await write(bad, ['create', '--dry-run=server', '--filename=-'])
    return refused !== undefined
  }, 'no API server asks')

const configMap = (text: string, metadata: object = {}) =>
  JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: own, namespace: 'kube-system', ...metadata } },
    data: { kubelet: text },
  })

/** What kubectl says when it is refused. */
async function write(text: string, args: readonly string[], metadata: object = {}) {
  try {
    return { said: await kubectl(args, { input: configMap(text, metadata) }), refused: undefined }
  } catch (error) {
    return { said: '', refused: String(error) }
  }
}

async function stored(name = own): Promise<string | undefined> {
  const found = await kubectl(['get', 'configmap', name, inNamespace, '--ignore-not-found', '--output=json'])
  return found === '' ? undefined : (JSON.parse(found) as { data: { kubelet: string } }).data.kubelet
}

test('without an authority, nothing is printed that would make an API server ask', async () => {
  const { stdout, stderr, exit } = await kubeletcfg(['controller', 'webhook'])
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 3 })
  expect(stderr).toContain('has no authority yet')
})

test('the replica makes its certificates, and says when API servers trust it', async () => {
  await start()
  await says('WebhookNotConfigured')
  await configure()
  await until(async () => replica!.log().some(({ reason }) => reason === 'WebhookTrusted'), 'it is not trusted')
}, 240_000)

const patch = (text: string) => JSON.stringify({ data: { kubelet: text } })
const jsonPatch = (text: string) => JSON.stringify([{ op: 'replace', path: '/data/kubelet', value: text }])

describe.each<[string, (text: string) => readonly string[]]>([
  ['create', () => ['create', '--filename=-']],
  ['apply', () => ['apply', '--filename=-']],
  ['apply --server-side', () => ['apply', '--server-side', '--filename=-']],
  ['create, as a dry run', () => ['create', '--dry-run=server', '--filename=-']],
])('a new document by kubectl %s', (_, args) => {
  test('is stored only if kubelets accept it', async () => {
    const { refused } = await write(bad, args(bad))
    expect(refused).toContain(
      `admission webhook "${webhook.name}" denied the request: configmap/${own}: 1 problem for kubelet`,
    )
    expect(refused).toContain('maxPods')
    expect(await stored()).toBeUndefined()
    expect(await write(good, args(good))).toMatchObject({ refused: undefined })
  }, 60_000)
})

describe.each<[string, (text: string) => readonly string[]]>([
  ['apply', () => ['apply', '--filename=-']],
  ['apply --server-side', () => ['apply', '--server-side', '--force-conflicts', '--filename=-']],
  ['replace', () => ['replace', '--filename=-']],
  ['patch', (text) => ['patch', 'configmap', own, inNamespace, `--patch=${patch(text)}`]],
  ['patch --type merge', (text) => ['patch', 'configmap', own, inNamespace, '--type=merge', `--patch=${patch(text)}`]],
  [
    'patch --type json',
    (text) => ['patch', 'configmap', own, inNamespace, '--type=json', `--patch=${jsonPatch(text)}`],
  ],
])('a document that is changed by kubectl %s', (_, args) => {
  test('is changed only into one that kubelets accept', async () => {
    await write(good, ['apply', '--filename=-'])
    const { refused } = await write(bad, args(bad))
    expect(refused).toContain('denied the request')
    expect(await stored()).toBe(good)
    const better = `${header}maxPods: 90\n`
    expect(await write(better, args(better))).toMatchObject({ refused: undefined })
    expect(await stored()).toBe(better)
  }, 60_000)
})

test('a document that an editor spoils is not stored', async () => {
  await write(good, ['apply', '--filename=-'])
  const editor = join(tmpdir(), 'spoil-document.sh')
  await writeFile(editor, '#!/bin/sh\nsed -i "s/maxPods: 100/maxPods: -1/" "$1"\n', { mode: 0o755 })
  const edit = ['edit', 'configmap', own, inNamespace]
  await expect(run('kubectl', edit, { env: { ...process.env, EDITOR: editor } })).rejects.toThrow(
    /denied the request.*\n.*maxPods/,
  )
  expect(await stored()).toBe(good)
}, 60_000)

test.each<[string, object]>([
  ['a name that the API server completes', { name: undefined, generateName: 'x-' }],
  ['another namespace', { namespace: 'default' }],
  ['another name', { name: 'kubelet-config-of-somebody' }],
])("what is not a document is nobody's business: %s", async (_, metadata) => {
  const { refused, said } = await write(bad, ['create', '--filename=-', '--output=name'], metadata)
  expect(refused).toBeUndefined()
  const { namespace = 'kube-system' } = metadata as { namespace?: string }
  await kubectl(['delete', said.trim(), `--namespace=${namespace}`])
})

test('what kubectl reads of it has the warnings of a push', async () => {
  const name = 'node-x-kubelet-configuration'
  const input = configMap(good, { name })
  const { stderr } = await run('sh', ['-c', `kubectl create --filename=- <<'END'\n${input}\nEND`])
  expect(stderr).toBe('Warning: node/node-x does not exist\n')
})

describe('who wants it, stores what kubelets refuse', () => {
  test('with the annotation that the refusal prints, for this text alone', async () => {
    const { refused = '' } = await write(bad, ['apply', '--filename=-'])
    const [, value] = /kubeletcfg\.dev\/skip-validation=(\S+)/.exec(refused) ?? []
    expect(value).toBe(skipValidationText(bad))
    const metadata = { annotations: { 'kubeletcfg.dev/skip-validation': value } }
    expect(await write(bad, ['apply', '--filename=-'], metadata)).toMatchObject({ refused: undefined })
    await kubectl(['label', 'configmap', own, inNamespace, 'team=a'])
    const worse = `${header}maxPods: -2\n`
    expect((await write(worse, ['apply', '--filename=-'], metadata)).refused).toContain('denied the request')
    expect(await stored()).toBe(bad)
  }, 60_000)

  test('with push --skip-validation; the next push is checked again', async () => {
    const file = join(tmpdir(), 'webhook-bad.yaml')
    await writeFile(file, bad)
    const push = ['push', '--filename', file, '--node=node-a', '--yes']
    expect(await kubeletcfg(push)).toMatchObject({ exit: 3 })
    expect(await kubeletcfg([...push, '--skip-validation'])).toMatchObject({ exit: 0 })
    expect(await stored()).toBe(bad)
    await writeFile(file, good)
    expect(await kubeletcfg(push)).toMatchObject({ exit: 0 })
    const { metadata } = await kubectlJson<{ metadata: { annotations: object } }>([
      'get',
      'configmap',
      own,
      inNamespace,
    ])
    expect(Object.keys(metadata.annotations)).not.toContain('kubeletcfg.dev/skip-validation')
  }, 60_000)
})

test('a push says what there is to warn of once', async () => {
  const file = join(tmpdir(), 'webhook-good.yaml')
  await writeFile(file, good)
  const { stderr, exit } = await kubeletcfg([
    'push',
    '--filename',
    file,
    '--node=node-x',
    '--allow-unknown-node',
    '--yes',
  ])
  expect(exit).toBe(0)
  expect(stderr.match(/node\/node-x does not exist/g)).toHaveLength(1)
})

test('what takes too long to look at is refused at once, and stored by who wants it', async () => {
  const long = `${header}staticPodURLHeader:\n${Array.from({ length: 9_100 }, (_, i) => `  X-Header-${i}: [${'a'.repeat(80)}]\n`).join('')}`
  expect(long.length).toBeGreaterThan(900_000)
  expect((await write(long, ['create', '--filename=-'])).refused).toContain('at most 131072 are checked')
  const metadata = { annotations: { 'kubeletcfg.dev/skip-validation': skipValidationText(long) } }
  expect(await write(long, ['create', '--filename=-'], metadata)).toMatchObject({ refused: undefined })
}, 60_000)

test('a document that is wrong in each of ten thousand lines is refused in time', async () => {
  const wrong = `${header}${Array.from({ length: 10_000 }, (_, i) => `f${i}: 1\n`).join('')}`
  const { refused } = await write(wrong, ['create', '--filename=-'])
  expect(refused).toContain('10000 problems')
  expect(refused).toContain('and 9980 more')
}, 60_000)

describe('while it does not answer', () => {
  test('documents are stored unchecked, and none with --failure-policy Fail', async () => {
    await stop('SIGKILL')
    expect(await write(bad, ['create', '--filename=-'])).toMatchObject({ refused: undefined })
    await start()
    await configure('--failure-policy=Fail')
    await stop('SIGKILL')
    const { refused } = await write(good, ['apply', '--filename=-'])
    expect(refused).toContain(`failed calling webhook "${webhook.name}"`)
    await kubectl(['delete', 'configmap', own, inNamespace])
    await start()
    await configure()
  }, 240_000)

  test('a frozen one holds a write for its time limit, and no longer', async () => {
    process.kill(replica!.pid, 'SIGSTOP')
    const begun = performance.now()
    expect(await write(bad, ['create', '--filename=-'])).toMatchObject({ refused: undefined })
    expect(performance.now() - begun).toBeGreaterThan(4_500)
    process.kill(replica!.pid, 'SIGCONT')
    await asked()
  }, 120_000)
})

describe('certificates', () => {
  const secret = [webhook.secret, `--namespace=${controller.namespace}`]
  const drop = (...keys: readonly string[]) =>
    kubectl([
      'patch',
      'secret',
      ...secret,
      `--patch=${JSON.stringify({ data: Object.fromEntries(keys.map((key) => [key, null])) })}`,
    ])

  test('what is served is made anew under the same authority, and API servers go on asking', async () => {
    const served = () => kubectl(['get', 'secret', ...secret, '--output=jsonpath={.data.tls\\.crt}'])
    const before = await served()
    await drop('tls.crt', 'tls.key')
    await until(async () => !['', before].includes(await served()), 'it is not made anew')
    await asked()
  }, 180_000)

  test('with another authority, nobody asks until somebody has applied it', async () => {
    await drop('ca.crt', 'ca.key', 'tls.crt', 'tls.key')
    await says('WebhookNotTrusted')
    // Connections that are open stay.
    await stop()
    await start()
    await until(async () => {
      const { refused } = await write(bad, ['create', '--dry-run=server', '--filename=-'])
      return refused === undefined
    }, 'it is still asked')
    await configure()
  }, 300_000)
})
