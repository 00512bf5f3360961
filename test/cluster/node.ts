import { Failure, said } from '../../src/lib/failure.ts'
import { outputOf } from './host/output-of.ts'
import { insideNode } from './machine/enter.ts'
import type { NodeName } from './machine/nodes.ts'

/** Runs a command inside a node, as root, and returns its stdout: `onNode('node-a', ['systemctl', 'stop', 'kubelet'])`. */
export async function onNode(node: NodeName, command: readonly string[], input = ''): Promise<string> {
  const [program, ...args] = insideNode(systemdOf(node), command)
  return outputOf(program, args, { input })
}

/** Writes a file inside a node; its folder is made. */
export async function writeOnNode(node: NodeName, path: string, content: string): Promise<void> {
  await onNode(node, ['sh', '-ec', 'mkdir -p "$(dirname "$0")"; cat >"$0"', path], content)
}

/** PID of each running container, in the node's PID namespace, by container ID (`containerd://ID` in a pod's status). */
export async function containerPids(node: NodeName): Promise<ReadonlyMap<string, number>> {
  const output = await onNode(node, ['ctr', '--namespace=k8s.io', 'tasks', 'list'])
  const tasks = output.trim().split('\n').slice(1)
  return new Map(tasks.map((line) => line.split(/\s+/)).map(([id = '', pid]) => [id, Number(pid)]))
}

function systemdOf(node: NodeName): number {
  const nodes = process.env['TEST_CLUSTER_NODES']
  if (nodes === undefined) {
    throw new Failure(
      'refused',
      said('OutOfReach', `"${node}" is out of reach: only nodes of the cluster that run.ts starts can be entered`),
    )
  }
  return (JSON.parse(nodes) as Record<NodeName, number>)[node]
}
