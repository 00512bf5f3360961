import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlPlaneDirectory } from '../host/directories.ts'
import { outputOf } from '../host/output-of.ts'
import { isRunning } from '../host/process-identity.ts'
import { recordedProcesses } from '../host/record.ts'
import { startProcess } from '../host/start-process.ts'
import { waitUntil } from '../host/wait-until.ts'
import { type Component, commandOf, etcd } from './components.ts'
import { insideNetwork, networkHolder } from './network.ts'

/** Starts a component of the control plane, in its network, with more flags than usual; it writes to the end of its log. */
export function startComponent(name: Component, flags: readonly string[] = []): void {
  const command = insideNetwork(networkHolder(), [...commandOf(name, controlPlaneDirectory), ...flags])
  startProcess({ name, cgroup: 'control-plane', command })
}

/** Kills a component of the running control plane; settles when it is gone. */
export async function killComponent(name: Component, signal: AbortSignal): Promise<void> {
  signalComponent(name, 'SIGKILL')
  const identity = recordedProcesses()[name]
  await waitUntil(async () => identity === undefined || !isRunning(identity), {
    otherwise: `${name} is still there`,
    timeoutMs: 10_000,
    signal,
  })
}

/** SIGSTOP leaves its connections open, and nothing answers any more. */
export function signalComponent(name: Component, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const identity = recordedProcesses()[name]
  if (identity !== undefined && isRunning(identity)) process.kill(identity.pid, signal)
}

/** The alarm that etcd raises itself when it has no more room: it is read as before, and writes end in errors. */
export async function alarmOfSpace(action: 'ACTIVATE' | 'DEACTIVATE', signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ action, memberID: '0', alarm: 'NOSPACE' })
  const post = ['curl', '--silent', '--show-error', '--fail', '--data', body, `${etcd}/v3/maintenance/alarm`]
  const [program, ...args] = insideNetwork(networkHolder(), post)
  await outputOf(program, args, { signal })
}

const data = join(controlPlaneDirectory, 'etcd')

/** Copies the data of etcd, which does not run, to a folder of its own, and returns its path. */
export async function copyEtcd(): Promise<string> {
  const copy = join(await mkdtemp(join(tmpdir(), 'etcd-')), 'etcd')
  await cp(data, copy, { recursive: true })
  return copy
}

/** Gives etcd, which does not run, the data of a copy. */
export async function replaceEtcd(copy: string): Promise<void> {
  await rm(data, { recursive: true })
  await cp(copy, data, { recursive: true })
}
