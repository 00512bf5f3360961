import type { ChildProcess } from 'node:child_process'
import { Failure } from '../../message/failure.ts'
import type { CredentialFiles } from './credential-files.ts'
import { codeOf } from './error-code.ts'
import type { Identity, Issued } from './identity.ts'
import type { ExecPlugin, KubeCluster } from './kubeconfig.ts'
import {
  type LoginFact,
  PluginFailed,
  PluginGaveNothing,
  PluginNeedsTerminal,
  PluginNotFound,
  PluginTimedOut,
} from './login-messages.ts'

/** A person may have to log in, perhaps in a browser. */
const attendedLoginMs = 300_000

interface ExecCredential {
  readonly status?: {
    readonly expirationTimestamp?: string
    readonly token?: string
    readonly clientCertificateData?: string
    readonly clientKeyData?: string
  }
}

/** The time limit of a login for a request with this limit, in milliseconds: a person needs longer than a program. */
export const loginMs = (requestMs: number): number => (isAttended() ? Math.max(requestMs, attendedLoginMs) : requestMs)

/**
 * Whether a person may be present. interactiveMode does not show that: it is only about stdin, and a browser does not
 * need stdin.
 */
const isAttended = (): boolean => process.stdin.isTTY === true || process.stderr.isTTY === true

interface Circumstances {
  readonly cluster: KubeCluster
  readonly files: CredentialFiles
  readonly signal: AbortSignal
  /** No user can answer a prompt or read stderr. */
  readonly unattended: boolean
}

/**
 * Runs the plugin; its stderr goes to stderr, as with kubectl. Rejects with Failure 'usage' that names it. When the
 * signal aborts, the plugin is killed with all its child processes.
 */
export async function execPlugin(plugin: ExecPlugin, around: Circumstances): Promise<Issued> {
  const { signal, unattended } = around
  const hasTerminal = !unattended && process.stdin.isTTY === true
  const interactive = plugin.terminal !== 'Never' && hasTerminal
  if (plugin.terminal === 'Always' && !interactive)
    throw new Failure('usage', PluginNeedsTerminal({ command: plugin.command }))
  const info = {
    apiVersion: plugin.apiVersion,
    kind: 'ExecCredential',
    spec: await specFor(plugin, around, interactive),
  }
  const { spawn } = await import('node:child_process')
  const child = spawn(plugin.command, plugin.args, {
    env: { ...process.env, ...plugin.env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
    stdio: [interactive ? 'inherit' : 'ignore', 'pipe', unattended ? 'ignore' : 'inherit'],
    // A process group of its own, so that all of it can be killed. A plugin that prompts on the terminal must stay in
    // this process group, or it could not read from there.
    detached: !interactive && process.platform !== 'win32',
  })
  const output = await outputOf(child, { whole: !interactive, signal }).catch((cause: unknown) => {
    throw signal.aborted ? abandoned(plugin, cause) : failed(plugin, cause)
  })
  return issuedBy(plugin, output)
}

async function specFor(plugin: ExecPlugin, { cluster, files }: Circumstances, interactive: boolean): Promise<object> {
  if (!plugin.wantsCluster) return { interactive }
  const authority = cluster.authority && Buffer.from(await files.pem(cluster.authority)).toString('base64')
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

/** An unsuccessful end of a plugin. */
class PluginEnd extends Error {
  readonly exitCode: number | undefined
  readonly signal: string | undefined

  constructor(exitCode: number | null, signal: string | null) {
    super('plugin failed')
    this.exitCode = exitCode ?? undefined
    this.signal = signal ?? undefined
  }
}

function outputOf(
  child: ChildProcess,
  { whole, signal }: { readonly whole: boolean; readonly signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const stop = (): void => {
      kill(child, whole)
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
      else reject(new PluginEnd(code, killedBy))
    })
  })
}

/** Kills the whole process group when the child has one of its own. */
function kill(child: ChildProcess, whole: boolean): void {
  if (!whole || child.pid === undefined || process.platform === 'win32') {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // The process has already ended.
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** The failure of a caller that no longer waits for a plugin. */
export function abandoned({ command }: ExecPlugin, reason: unknown): unknown {
  if (reason instanceof Failure && reason.code === 'interrupted') return reason
  const fact: LoginFact = PluginTimedOut({ command, attended: isAttended() })
  return new Failure('usage', fact, { cause: reason })
}

const failed = (plugin: ExecPlugin, cause: unknown): Failure =>
  new Failure('usage', failureFact(plugin, cause), { cause })

function failureFact({ command, installHint }: ExecPlugin, cause: unknown): LoginFact {
  if (codeOf(cause) === 'ENOENT') return PluginNotFound({ command, installHint })
  const { exitCode, signal: killedBy } = cause instanceof PluginEnd ? cause : {}
  return PluginFailed({ command, exitCode, signal: killedBy, errorCode: codeOf(cause) || undefined })
}

function issuedBy({ command }: ExecPlugin, output: string): Issued {
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = parse(output)?.status ?? {}
  const certificate = cert && key ? { cert, key } : undefined
  if (!token && certificate === undefined) throw new Failure('usage', PluginGaveNothing({ command }))
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
