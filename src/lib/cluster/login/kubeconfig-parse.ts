import { dirname, resolve, sep } from 'node:path'
import { Failure } from '../../message/failure.ts'
import { readPlainYaml } from '../../yaml/read/plain-yaml.ts'
import { KubeconfigFields } from './fields.ts'
import type { ExecPlugin, KubeCluster, KubeContext, Kubeconfig, KubeUser, Login, Pem } from './kubeconfig.ts'
import { KubeconfigNotYaml, type YamlProblem } from './login-messages.ts'

/** Rejects with Failure 'usage', which never repeats the contents of the file. */
export async function parseKubeconfig(text: string, path: string): Promise<Kubeconfig> {
  const root = new KubeconfigFields(parsePlain(text) ?? (await parseYaml(text, path)), [path])
  return {
    origin: path,
    currentContext: root.text('current-context'),
    contexts: new Map(root.named('contexts', 'context').map(([name, fields]) => [name, contextOf(fields)])),
    clusters: new Map(root.named('clusters', 'cluster').map(([name, fields]) => [name, clusterOf(fields, path)])),
    users: new Map(root.named('users', 'user').map(([name, fields]) => [name, userOf(fields, path)])),
  }
}

const problems: Readonly<Record<string, YamlProblem>> = {
  BAD_INDENT: 'indentation',
  DUPLICATE_KEY: 'duplicateKey',
  MISSING_CHAR: 'missingCharacter',
  TAB_AS_INDENT: 'tab',
}

async function parseYaml(text: string, path: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent' })
  const [error] = document.errors
  if (error === undefined) return document.toJS()
  const { line } = lineCounter.linePos(error.pos[0])
  const problem = problems[error.code] ?? 'other'
  throw new Failure('usage', KubeconfigNotYaml({ path, line, problem }))
}

const contextOf = (fields: KubeconfigFields): KubeContext => ({
  cluster: fields.required('cluster'),
  user: fields.text('user'),
})

const clusterOf = (fields: KubeconfigFields, path: string): KubeCluster => ({
  server: fields.required('server'),
  authority: pemOf(fields, 'certificate-authority', path),
  skipTlsVerify: fields.flag('insecure-skip-tls-verify'),
  tlsServerName: fields.text('tls-server-name'),
  proxyUrl: fields.text('proxy-url'),
})

function userOf(fields: KubeconfigFields, path: string): KubeUser {
  const cert = pemOf(fields, 'client-certificate', path)
  const key = pemOf(fields, 'client-key', path)
  return {
    login: loginOf(fields, path),
    certificate: cert && key && { cert, key },
    as: fields.text('as'),
    asUid: fields.text('as-uid'),
    asGroups: fields.texts('as-groups'),
  }
}

/** Data wins over a file (client-go, rest.TLSClientConfig). */
function pemOf(fields: KubeconfigFields, key: string, path: string): Pem | undefined {
  const data = fields.text(`${key}-data`)
  if (data !== undefined) return { data: Buffer.from(data, 'base64').toString() }
  const file = fields.text(key)
  return file === undefined ? undefined : { file: resolve(dirname(path), file) }
}

function loginOf(fields: KubeconfigFields, path: string): Login {
  const file = fields.text('tokenFile')
  if (file !== undefined) return { kind: 'tokenFile', file: resolve(dirname(path), file) }
  const token = fields.text('token')
  if (token !== undefined) return { kind: 'token', token }
  const username = fields.text('username')
  if (username !== undefined) return { kind: 'basic', username, password: fields.text('password') ?? '' }
  const exec = fields.inner('exec')
  if (exec !== undefined) return { kind: 'exec', plugin: pluginOf(exec, path) }
  const provider = fields.inner('auth-provider')
  if (provider !== undefined)
    return { kind: 'authProvider', name: provider.required('name'), config: provider.value('config') }
  return { kind: 'none' }
}

/** Values of interactiveMode. */
const terminals = ['Never', 'IfAvailable', 'Always'] as const

function pluginOf(fields: KubeconfigFields, path: string): ExecPlugin {
  const command = fields.required('command')
  return {
    apiVersion: fields.text('apiVersion') ?? 'client.authentication.k8s.io/v1',
    command: command.includes(sep) ? resolve(dirname(path), command) : command,
    args: fields.texts('args'),
    env: Object.fromEntries(fields.list('env').map((entry) => [entry.required('name'), entry.text('value') ?? ''])),
    installHint: fields.text('installHint'),
    terminal: terminals.find((mode) => mode === fields.text('interactiveMode')) ?? 'IfAvailable',
    wantsCluster: fields.flag('provideClusterInfo'),
  }
}

type Tree = NonNullable<ReturnType<typeof readPlainYaml>>

/** Thrown where the yaml package is needed. Never leaves this file. */
const notPlain = Symbol('not plain')

/**
 * The value of a kubeconfig in JSON, or in the plain YAML that kubectl and installers write. undefined for other YAML and
 * for errors: the yaml package reads those, but takes longer to load than a request to a near API server takes.
 */
export function parsePlain(text: string): unknown {
  if (text.trimStart().startsWith('{')) return parseJson(text)
  // Offsets instead of lines: plainValue looks up how a value is written.
  const tree = readPlainYaml({ text, locate: (offset) => ({ line: offset, column: 0 }) })
  try {
    return tree && plainValue(tree, text)
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function plainValue(tree: Tree, source: string): unknown {
  switch (tree.type) {
    case 'list':
      return tree.items.map((item) => plainValue(item, source))
    case 'map': {
      const keys = new Set(tree.entries.map(({ key }) => key))
      if (keys.size < tree.entries.length) throw notPlain
      return Object.fromEntries(tree.entries.map(({ key, value }) => [key, plainValue(value, source)]))
    }
    case 'scalar':
      if (tree.kind === 'string') return tree.text
      // Other spellings, such as yes or 0x10, have another meaning in YAML 1.2.
      if (!source.startsWith(tree.text, tree.line)) throw notPlain
      return JSON.parse(tree.text)
  }
}
