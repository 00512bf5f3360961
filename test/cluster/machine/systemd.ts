import { cgroupMembers } from '../host/cgroups.ts'
import { readProcess } from '../host/process-identity.ts'
import type { NodeName } from './nodes.ts'

/** Host PID of a node's systemd: the member of the node's cgroup that is process 1 of a PID namespace. */
export function systemdOf(node: NodeName): number | undefined {
  return [...cgroupMembers(node)].find((pid) => isFirst(pid) && readProcess(pid, 'comm') === 'systemd\n')
}

/** NSpid lists the PIDs of a process from the outer PID namespace to its own (proc_pid_status(5)). */
function isFirst(pid: number): boolean {
  return /^NSpid:\t\d+\t1$/m.test(readProcess(pid, 'status'))
}
