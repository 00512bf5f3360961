import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partDirectory } from '../build/parts.ts'
import { controlPlaneDirectory as directory } from '../host/directories.ts'
import { outputOf } from '../host/output-of.ts'
import { waitUntil } from '../host/wait-until.ts'
import { makeCertificates } from './certificates.ts'
import { apiServer } from './components.ts'
import { kubeconfigText } from './kubeconfig-text.ts'
import { insideNetwork, startNetwork } from './network.ts'
import { startComponent } from './running.ts'
import { tokenFile, tokenOf, users } from './users.ts'

export interface ControlPlane {
  /** A process of its network namespace. */
  readonly holder: number
  readonly kubeconfigOf: (user: string) => string
  /** Runs kubectl as administrator, inside the network. */
  readonly kubectl: (args: readonly string[]) => Promise<string>
}

/** Starts the control plane in a network namespace of its own; settles when the API server is ready. */
export async function startControlPlane(signal: AbortSignal): Promise<ControlPlane> {
  await mkdir(directory, { mode: 0o700 })
  await makeCertificates(directory)
  await writeFile(join(directory, 'tokens.csv'), tokenFile())
  await writeKubeconfigs()
  const holder = await startNetwork(signal)
  const controlPlane = {
    holder,
    kubeconfigOf,
    kubectl: kubectlIn(holder, signal),
  }
  startComponent('etcd')
  startComponent('kube-apiserver')
  await waitUntil(async () => (await controlPlane.kubectl(['get', '--raw=/readyz'])) === 'ok', {
    otherwise: 'the API server is not ready',
    timeoutMs: 180_000,
    signal,
  })
  startComponent('kube-scheduler')
  startComponent('kube-controller-manager')
  return controlPlane
}

function kubeconfigOf(user: string): string {
  return join(directory, `${user}.kubeconfig`)
}

async function writeKubeconfigs(): Promise<void> {
  const certificateAuthority = await readFile(join(directory, 'ca.crt'), 'utf8')
  for (const user of Object.keys(users)) {
    const credentials = { server: apiServer, certificateAuthority, token: tokenOf(user) }
    await writeFile(kubeconfigOf(user), kubeconfigText(credentials, { name: user, current: user, user }), {
      mode: 0o600,
    })
  }
}

function kubectlIn(holder: number, signal: AbortSignal): ControlPlane['kubectl'] {
  const kubectl = join(partDirectory('kubectl'), 'kubectl')
  return (args) => {
    const [program, ...rest] = insideNetwork(holder, [kubectl, `--kubeconfig=${kubeconfigOf('admin')}`, ...args])
    return outputOf(program, rest, { signal })
  }
}
