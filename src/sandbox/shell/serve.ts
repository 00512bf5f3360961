import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AdmissionWebhook } from '../interface/admission.ts'
import type { Sandbox } from '../interface/cluster.ts'
import { admin } from './authenticate.ts'
import { selfSigned } from './certificate.ts'
import { address, listen } from './listen.ts'
import { inRealTime } from './real-time.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A simulated cluster that answers on loopback until it is closed. */
export interface RunningSandbox extends AsyncDisposable {
  /** For example https://127.0.0.1:38211. */
  readonly url: string
  /** Path of a kubeconfig for the admin; the file is deleted when the sandbox closes. */
  readonly kubeconfig: string
  /** PEM. */
  readonly certificateAuthority: string
  /** Bearer token of the admin, who can impersonate any user. */
  readonly token: string
  /** The cluster itself, to inject faults and to advance time. */
  readonly sandbox: Sandbox
  /** Ends watches, connections and simulated time. Idempotent. */
  close(): Promise<void>
}

/** Starts real time and the server. Rejects with Failure 'usage' when the kubeconfig cannot be written. */
export async function serve(sandbox: Sandbox, webhook?: AdmissionWebhook): Promise<RunningSandbox> {
  await using stack = new AsyncDisposableStack()
  const realTime = inRealTime(sandbox)
  stack.defer(() => realTime.stop())
  const tls = await selfSigned(address)
  const token = randomUUID()
  const { url, close } = await listen(realTime, { tls, tokens: new Map([[token, admin]]), webhook })
  stack.defer(close)
  const folder = stack.use(temporaryFolder())
  const kubeconfig = join(folder.path, 'kubeconfig')
  const access = { url, certificateAuthority: tls.cert, token }
  writeFileSync(kubeconfig, kubeconfigText(access), { mode: 0o600 })
  const running = stack.move()
  const end = (): Promise<void> => running.disposeAsync()
  return { ...access, kubeconfig, sandbox: realTime, close: end, [Symbol.asyncDispose]: end }
}

interface Access {
  readonly url: string
  /** PEM. */
  readonly certificateAuthority: string
  readonly token: string
}

/** A kubeconfig with one context, as JSON, which is valid YAML. */
function kubeconfigText({ url, certificateAuthority, token }: Access): string {
  const name = 'sandbox'
  const authority = Buffer.from(certificateAuthority).toString('base64')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name, context: { cluster: name, user: 'admin' } }],
    'current-context': name,
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
