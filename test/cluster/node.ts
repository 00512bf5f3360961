import { outputOf } from './host/output-of.ts'
import { insideNode } from './machine/enter.ts'
import { systemdOf } from './machine/systemd.ts'

/** Runs a command inside a node, as root, and returns its stdout: `onNode('node-a', ['systemctl', 'stop', 'kubelet'])`. */
export async function onNode(node: string, command: readonly string[], input = ''): Promise<string> {
  const [program, ...args] = insideNode(systemdOf(node), command)
  return outputOf(program, args, { input })
}

/** Writes a file inside a node; its folder is made. */
export async function writeOnNode(node: string, path: string, content: string): Promise<void> {
  await onNode(node, ['sh', '-ec', 'mkdir -p "$(dirname "$0")"; cat >"$0"', path], content)
}

/** PID of each running container, in the node's PID namespace, by container ID (`containerd://ID` in a pod's status). */
export async function containerPids(node: string): Promise<ReadonlyMap<string, number>> {
  const output = await onNode(node, ['ctr', '--namespace=k8s.io', 'tasks', 'list'])
  const tasks = output.trim().split('\n').slice(1)
  return new Map(tasks.map((line) => line.split(/\s+/)).map(([id = '', pid]) => [id, Number(pid)]))
}
