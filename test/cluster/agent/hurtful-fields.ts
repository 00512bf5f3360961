import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { allCpuButSome, allMemoryButSome, busyPort, type HurtfulDocument } from './corpus/document.ts'

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

/** Another program has the port that documents ask for. */
export async function occupyPort(node: string): Promise<void> {
  const program = `require('net').createServer((socket) => socket.end()).listen(${busyPort})`
  await onNode(node, ['systemd-run', '--unit=busy', process.execPath, '-e', program])
}
