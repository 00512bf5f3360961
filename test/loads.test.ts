import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { runBin } from './support/run-bin.ts'
import { runProcess } from './support/run-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'loads-'))
const file = join(folder, 'kubelet.yaml')
const flow = join(folder, 'flow.yaml')
const json = join(folder, 'kubelet.json')
const kubeconfig = join(folder, 'kubeconfig')
writeFileSync(file, 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n')
writeFileSync(flow, '---\n{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration }\n')
writeFileSync(json, '{"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration"}')
writeFileSync(
  kubeconfig,
  `{"apiVersion": "v1", "kind": "Config", "current-context": "c",
    "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:1"}}],
    "users": [{"name": "u", "user": {}}], "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}]}`,
)

/** Packages, and files of ours with what they import: heavy, or not for everybody. Only who needs them may load them. */
const watched = [
  '@kubernetes/client-node',
  'inquirer',
  'yaml',
  'jsonc-parser',
  'chalk',
  'cli-table3',
  'protobufjs',
  'rfc6902',
  'selfsigned',
  'socks',
  'lib/kubelet/compare/digest.ts',
  'lib/kubelet/rules/all.ts',
  'lib/yaml/read/read-json.ts',
  'lib/yaml/read/read-yaml.ts',
  'lib/yaml/read/yaml-scan.ts',
]

/** What is in each chunk. */
const modules: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(process.env['INSTALLATION'] ?? '', 'modules.json'), 'utf8'),
)

/** The URL of every module that a command loads, and the names of those of Node.js. */
async function namesOf(argv: readonly string[]): Promise<readonly string[]> {
  const LOADS = join(mkdtempSync(join(folder, 'run-')), 'loads')
  const hook = join(import.meta.dirname, 'support', 'record-loads.ts')
  await runBin(argv, {
    env: { LOADS, KUBECONFIG: kubeconfig, KUBELETCFG_COMPLETION_TIMEOUT: '20s', NODE_OPTIONS: `--import=${hook}` },
  })
  return readFileSync(LOADS, 'utf8').split('\n')
}

async function loadsOf(argv: readonly string[]): Promise<string[]> {
  const loaded = (await namesOf(argv))
    .filter((name) => name.startsWith('file:'))
    .flatMap((url) => modules[basename(url)] ?? [])
  return watched.filter((name) =>
    loaded.some((module) => module.includes(`/node_modules/${name}/`) || module.endsWith(`/${name}`)),
  )
}

const rules = 'lib/kubelet/rules/all.ts'
/** To say whether a stored document was changed, and whether a kubelet would take it. */
const ofDocuments = ['lib/kubelet/compare/digest.ts', rules]

const offline: [string, string[]][] = [
  ['kubeletcfg --version', []],
  ['kubeletcfg --help', []],
  ['kubeletcfg sandbox -- true', ['rfc6902', 'selfsigned', rules]],
  ['nodesize install --dry-run=client -o yaml', ['yaml']],
  [`kubeletcfg validate ${file}`, [rules]],
  [`kubeletcfg validate ${flow}`, ['yaml', rules, 'lib/yaml/read/read-yaml.ts', 'lib/yaml/read/yaml-scan.ts']],
  [`kubeletcfg validate ${json}`, ['jsonc-parser', rules, 'lib/yaml/read/read-json.ts']],
  ['kubeletcfg __complete -- get --', []],
  ['kubeletcfg __complete -- explain featureGates.', []],
  ['kubeletcfg __complete -- explain max', []],
  ['kubeletcfg __complete -- explain V', [rules]],
  ['kubeletcfg __complete -- get --context=', []],
  ['kubeletcfg validate --summery', []],
  ['kubeletcfg explain', []],
  ['kubeletcfg init', []],
  ['kubeletcfg explain maxPods', [rules]],
  ['kubeletcfg defaults -o json', [rules]],
]
/** The Kubernetes client is for login methods of old. */
const online: [string, string[]][] = [
  ['kubeletcfg list', ofDocuments],
  [`kubeletcfg push --global --yes -f ${file}`, ofDocuments],
  ['kubeletcfg edit --global', ofDocuments],
  ['nodesize get', []],
  ['nodesize set node-a --cpu 1', []],
]

const oldLogin = join(folder, 'old-login')
writeFileSync(
  oldLogin,
  readFileSync(kubeconfig, 'utf8').replace(
    '"user": {}',
    '"user": {"auth-provider": {"name": "gcp", "config": {"access-token": "t"}}}',
  ),
)
/** Its login takes as long as the package takes to load, so it gets more time than the others. */
const withOldLogin: [string, string[]] = [`nodesize get --kubeconfig=${oldLogin}`, ['@kubernetes/client-node', 'socks']]

const impatient = online.map(([command, loads]): [string, string[]] => [`${command} --request-timeout=100ms`, loads])

test.concurrent.each([...offline, ...impatient, withOldLogin])(
  '%s loads only what it needs',
  async (command, expected) => {
    expect(await loadsOf(command.split(' '))).toEqual(expected)
  },
)

test.concurrent.each([
  ['kubeletcfg --version', ['crypto', 'tls', 'child_process']],
  [`kubeletcfg validate ${file}`, ['crypto', 'https', 'tls', 'child_process']],
  ['nodesize get --request-timeout=100ms', ['child_process', 'zlib', 'http2', 'internal/deps/undici/undici']],
])('%s does not load some modules of Node.js', async (command, unwanted) => {
  const names = await namesOf(command.split(' '))
  expect(names).toContain('NativeModule fs')
  expect(unwanted.filter((name) => names.includes(`NativeModule ${name}`))).toEqual([])
})

test('a connection does not load the fetch implementation of Node.js', async () => {
  const connect = join(import.meta.dirname, '..', 'src', 'lib', 'connect', 'connect.ts')
  const script = `await import('${connect}'); console.log(process.moduleLoadList.join('\\n'))`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script]
  const { stdout } = await runProcess(process.execPath, args)
  expect(stdout).toMatch(/^NativeModule https$/m)
  expect(stdout).not.toMatch(/undici|http2/)
})
