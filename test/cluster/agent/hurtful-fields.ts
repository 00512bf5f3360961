import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { allCpuButSome, allMemoryButSome, busyPort, type HurtfulDocument, latePort } from './corpus/document.ts'

/** The fields of a document, with amounts of this node. */
export async function fieldsOn(node: string, { fields }: HurtfulDocument): Promise<string> {
  const [cores, memory] = await Promise.all(['cpu', 'memory'].map((one) => capacityOf(node, one)))
  const cpu = `${Number(cores) * 1000 - 50}m`
  const kibibytes = `${Number.parseInt(memory!, 10) - 50 * 1024}Ki`
  return fields.replace(allCpuButSome, cpu).replace(allMemoryButSome, kibibytes)
}

async function capacityOf(node: string, resource: string): Promise<string> {
  return kubectl(['get', 'node', node, `--output=jsonpath={.status.capacity.${resource}}`])
}

/** Another program has the ports that documents ask for. */
export async function occupyPorts(node: string): Promise<void> {
  for (const port of [busyPort, latePort]) await onNode(node, ['sh', '-ec', occupying(port)])
}

/** A script for a node: another program takes a port. */
export function occupying(port: number): string {
  const program = `require("net").createServer((socket) => socket.end()).listen(${port})`
  return `systemd-run --unit=port-${port} ${process.execPath} -e '${program}'`
}

/** Undoes that. */
export async function free(node: string, port: number): Promise<void> {
  await onNode(node, ['systemctl', 'stop', `port-${port}`])
}
