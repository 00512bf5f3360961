import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { recordedProcesses } from '../host/record.ts'
import { startProcess } from '../host/start-process.ts'
import { waitUntil } from '../host/wait-until.ts'

/** The bridge that the nodes are joined to, inside the control plane's network namespace. */
export const controlPlaneAddress = '10.99.0.1'
export const bridge = 'kcfg0'

const recordName = 'network'
const script = join(import.meta.dirname, 'network.sh')

/** A network namespace lives as long as a process in it: this one sleeps. Returns its PID. */
export async function startNetwork(signal: AbortSignal): Promise<number> {
  const holder = startProcess({
    name: recordName,
    cgroup: 'control-plane',
    command: ['unshare', '--net', '--', script, bridge, `${controlPlaneAddress}/24`],
  })
  const [program, ...args] = insideNetwork(holder, ['ip', '-brief', 'address', 'show', bridge, 'up'])
  const hasBridge = async () => (await outputOf(program, args, { signal })).includes(controlPlaneAddress)
  await waitUntil(hasBridge, { otherwise: 'no bridge', timeoutMs: 10_000, signal })
  return holder
}

/** PID of the process that keeps the network of the running cluster. */
export function networkHolder(): number {
  return recordedProcesses()[recordName]?.pid ?? 0
}

/** The command, run in the network namespace of a process. Not by `ip netns exec`, which remounts /sys without its cgroups. */
export function insideNetwork(holder: number, command: readonly string[]): [string, ...string[]] {
  return ['nsenter', `--net=/proc/${holder}/ns/net`, '--', ...command]
}
