import { type ChildProcess, spawn } from 'node:child_process'
import { Failure } from '../../failure.ts'
import { codeOf } from './error-code.ts'
import type { Identity, Issued } from './identity.ts'
import type { KubeCluster } from './kubeconfig.ts'
import { readPem } from './pem.ts'

/** Somebody may have to log in, in a browser perhaps. */
const attendedLoginMs = 300_000

/** A program that hands out credentials (client.authentication.k8s.io). */
export interface ExecPlugin {
  readonly apiVersion: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly installHint: string | undefined
  /** It may ask on the terminal, if there is one. */
  readonly mayAsk: boolean
  readonly wantsCluster: boolean
}

interface ExecCredential {
  readonly status?: {
    readonly expirationTimestamp?: string
    readonly token?: string
    readonly clientCertificateData?: string
    readonly clientKeyData?: string
  }
}

/** Milliseconds that a login may take, where a request may take so many: a person needs longer than a program. */
export const loginMs = (requestMs: number): number => (isAttended() ? Math.max(requestMs, attendedLoginMs) : requestMs)

/** Is somebody there? interactiveMode does not tell: it is about stdin alone, and a browser needs none. */
const isAttended = (): boolean => process.stdin.isTTY === true || process.stderr.isTTY === true

/** Runs the plugin; what it says on stderr goes to ours, as with kubectl. Rejects with Failure 'refused' that names it. */
export async function execPlugin(plugin: ExecPlugin, cluster: KubeCluster, signal: AbortSignal): Promise<Issued> {
  const interactive = plugin.mayAsk && process.stdin.isTTY === true
  const info = {
    apiVersion: plugin.apiVersion,
    kind: 'ExecCredential',
    spec: await specFor(plugin, cluster, interactive),
  }
  const child = spawn(plugin.command, plugin.args, {
    env: { ...process.env, ...plugin.env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
    stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
  })
  const output = await outputOf(child, signal).catch((cause: unknown) => {
    throw failed(plugin, cause, signal)
  })
  return issuedBy(plugin, output)
}

async function specFor(plugin: ExecPlugin, cluster: KubeCluster, interactive: boolean): Promise<object> {
  if (!plugin.wantsCluster) return { interactive }
  const authority = cluster.authority && Buffer.from(await readPem(cluster.authority)).toString('base64')
  return {
    interactive,
    cluster: {
      server: cluster.server,
      'tls-server-name': cluster.tlsServerName,
      'insecure-skip-tls-verify': cluster.skipTlsVerify,
      'certificate-authority-data': authority,
      'proxy-url': cluster.proxyUrl,
    },
  }
}

/** A child that hangs is killed, and its pipe closed: its own children may live on. */
function outputOf(child: ChildProcess, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const stop = (): void => {
      child.kill('SIGKILL')
      child.stdout?.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve(output)
      else reject(new Error(killedBy === null ? `exit code ${code}` : `killed by ${killedBy}`))
    })
  })
}

function failed({ command, installHint }: ExecPlugin, cause: unknown, signal: AbortSignal): unknown {
  if (cause instanceof Failure && cause.code === 'interrupted') return cause
  const name = `credential plugin '${command}' of the kubeconfig`
  if (signal.aborted)
    return new Failure('refused', `${name} did not finish in time`, {
      cause,
      suggestions: [isAttended() ? 'run it by hand to see why' : 'allow more time with --request-timeout'],
    })
  if (codeOf(cause) === 'ENOENT')
    return new Failure('refused', `${name} was not found`, {
      cause,
      suggestions: [installHint ?? 'install it, or put its folder into PATH'],
    })
  return new Failure('refused', `${name} failed: ${codeOf(cause) || (cause as Error).message}`, {
    cause,
    suggestions: ['run it by hand to see why'],
  })
}

function issuedBy({ command }: ExecPlugin, output: string): Issued {
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = parse(output)?.status ?? {}
  const certificate = cert && key ? { cert, key } : undefined
  if (!token && certificate === undefined)
    throw new Failure('refused', `credential plugin '${command}' of the kubeconfig gave no credential`)
  const identity: Identity = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(certificate && { certificate }),
  }
  return { identity, expiresAt: expirationTimestamp === undefined ? undefined : Date.parse(expirationTimestamp) }
}

function parse(output: string): ExecCredential | undefined {
  try {
    return JSON.parse(output) as ExecCredential
  } catch {
    return undefined
  }
}
