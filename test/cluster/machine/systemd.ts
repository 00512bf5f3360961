import { Failure, said } from '../../../src/lib/message/failure.ts'
import { cgroupMembers } from '../host/cgroups.ts'
import { isRunning, type ProcessIdentity, readProcess } from '../host/process-identity.ts'
import { recordedProcesses, recordProcess } from '../host/record.ts'

const suffix = '-systemd'
const recordName = (node: string): string => `${node}${suffix}`

/** Host PID of a node's systemd: the member of the node's cgroup that is process 1 of a PID namespace. */
export function findSystemd(node: string): number | undefined {
  return [...cgroupMembers(node)].find((pid) => isFirst(pid) && readProcess(pid, 'comm') === 'systemd\n')
}

/** NSpid lists the PIDs of a process from the outer PID namespace to its own (proc_pid_status(5)). */
function isFirst(pid: number): boolean {
  return /^NSpid:\t\d+\t1$/m.test(readProcess(pid, 'status'))
}

export function recordSystemd(node: string, pid: number): void {
  recordProcess(recordName(node), pid)
}

/** All nodes that were ever booted in this run. */
export function recordedNodes(): string[] {
  return Object.keys(recordedProcesses()).flatMap((name) =>
    name.endsWith(suffix) ? name.slice(0, -suffix.length) : [],
  )
}

/** As it was at the last boot. */
export function recordedSystemd(node: string): ProcessIdentity | undefined {
  return recordedProcesses()[recordName(node)]
}

/** Host PID of the systemd of a node that runs. Failure 'refused' for one that run.ts and its command did not boot. */
export function systemdOf(node: string): number {
  const systemd = process.env['KUBECONFIG_TEST_CLUSTER'] ? undefined : recordedSystemd(node)
  if (systemd !== undefined && isRunning(systemd)) return systemd.pid
  throw new Failure(
    'refused',
    said(
      'OutOfReach',
      `"${node}" is out of reach: only running nodes of the cluster that run.ts starts can be entered`,
    ),
  )
}
