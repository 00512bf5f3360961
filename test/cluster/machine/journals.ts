import { writeFile } from 'node:fs/promises'
import { outputOf } from '../host/output-of.ts'
import { logFile } from '../host/start-process.ts'
import { insideNode } from './enter.ts'
import { nodes } from './nodes.ts'
import { systemdOf } from './systemd.ts'

/** Copies each node's journal, which goes with the node, to the logs of the run. */
export async function saveJournals(): Promise<void> {
  await Promise.all(
    nodes.map(async ({ name }) => {
      const systemd = systemdOf(name)
      if (systemd === undefined) return
      const [program, ...args] = insideNode(systemd, ['journalctl', '--no-pager', '--output=short-precise'])
      await writeFile(logFile(`${name}-journal`), await outputOf(program, args).catch(String))
    }),
  )
}
