import {
  alarmOfSpace,
  copyEtcd,
  killComponent,
  replaceEtcd,
  signalComponent,
  startComponent,
} from '../control-plane/running.ts'
import { kubectl } from '../kubectl.ts'
import { until } from '../until.ts'

const { signal } = new AbortController()

/** What `work` gives while connections are reset and new ones refused, for everybody. The API server is back after it, whatever happens. */
export async function whileStopped<T>(work: () => Promise<T>): Promise<T> {
  await killComponent('kube-apiserver', signal)
  try {
    return await work()
  } finally {
    await startApiServer()
  }
}

/** What `work` gives while the API server runs with more flags than usual. It is as usual after it, whatever happens. */
export async function whileServedWith<T>(flags: readonly string[], work: () => Promise<T>): Promise<T> {
  return whileStopped(async () => {
    startComponent('kube-apiserver', flags)
    try {
      await untilReady()
      return await work()
    } finally {
      await killComponent('kube-apiserver', signal)
    }
  })
}

/** The same while connections stay open, new ones are accepted, and nothing is answered. */
export async function whileFrozen<T>(work: () => Promise<T>): Promise<T> {
  signalComponent('kube-apiserver', 'SIGSTOP')
  try {
    return await work()
  } finally {
    signalComponent('kube-apiserver', 'SIGCONT')
    await untilReady()
  }
}

/** The same while it answers, and stores nothing. */
export async function whileReadOnly<T>(work: () => Promise<T>): Promise<T> {
  await alarmOfSpace('ACTIVATE', signal)
  try {
    return await work()
  } finally {
    await alarmOfSpace('DEACTIVATE', signal)
  }
}

/** A backup of the whole cluster, as an operator makes one. The API server is away meanwhile. */
export async function backUpEtcd(): Promise<Backup> {
  return { data: await whileStoreStopped(copyEtcd) }
}

/** Path of a copy of etcd's data. */
export interface Backup {
  readonly data: string
}

/** Everything is as it was when the backup was made, resourceVersions too. */
export async function restoreEtcd({ data }: Backup): Promise<void> {
  await whileStoreStopped(() => replaceEtcd(data))
}

function whileStoreStopped<T>(work: () => Promise<T>): Promise<T> {
  return whileStopped(async () => {
    await killComponent('etcd', signal)
    try {
      return await work()
    } finally {
      startComponent('etcd')
    }
  })
}

async function startApiServer(): Promise<void> {
  startComponent('kube-apiserver')
  await untilReady()
}

async function untilReady(): Promise<void> {
  await until(async () => (await kubectl(['get', '--raw=/readyz'])) === 'ok', 'the API server is not ready')
}
