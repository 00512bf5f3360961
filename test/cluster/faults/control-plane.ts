import { copyEtcd, killComponent, replaceEtcd, signalComponent, startComponent } from '../control-plane/running.ts'
import { kubectl } from '../kubectl.ts'
import { until } from '../until.ts'

const { signal } = new AbortController()

/** For everybody: connections are reset, new ones refused. */
export async function stopApiServer(): Promise<void> {
  await killComponent('kube-apiserver', signal)
}

export async function startApiServer(): Promise<void> {
  startComponent('kube-apiserver')
  await untilReady()
}

/** Connections stay open, new ones are accepted, and nothing is answered. */
export function freezeApiServer(): void {
  signalComponent('kube-apiserver', 'SIGSTOP')
}

export async function thawApiServer(): Promise<void> {
  signalComponent('kube-apiserver', 'SIGCONT')
  await untilReady()
}

/** A backup of the whole cluster, as an operator makes one. The API server is away meanwhile. */
export async function backUpEtcd(): Promise<Backup> {
  await stopStore()
  const data = await copyEtcd()
  await startStore()
  return { data }
}

/** Path of a copy of etcd's data. */
export interface Backup {
  readonly data: string
}

/** Everything is as it was when the backup was made, resourceVersions too. */
export async function restoreEtcd({ data }: Backup): Promise<void> {
  await stopStore()
  await replaceEtcd(data)
  await startStore()
}

async function stopStore(): Promise<void> {
  await killComponent('kube-apiserver', signal)
  await killComponent('etcd', signal)
}

async function startStore(): Promise<void> {
  startComponent('etcd')
  await startApiServer()
}

async function untilReady(): Promise<void> {
  await until(async () => (await kubectl(['get', '--raw=/readyz'])) === 'ok', 'the API server is not ready')
}
