import { appendFile } from 'node:fs/promises'
import { outputOf } from '../host/output-of.ts'
import { logFile } from '../host/start-process.ts'
import { insideNode } from './enter.ts'
import { findSystemd, recordedNodes } from './systemd.ts'

/** Copies the journals of all nodes that run to the logs of the run. */
export async function saveJournals(): Promise<void> {
  await Promise.all(recordedNodes().map(saveJournal))
}

/** Copies a node's journal, which goes with the node's processes, to the end of its log. */
export async function saveJournal(node: string): Promise<void> {
  const systemd = findSystemd(node)
  if (systemd === undefined) return
  const [program, ...args] = insideNode(systemd, ['journalctl', '--no-pager', '--output=short-precise'])
  await appendFile(logFile(`${node}-journal`), await outputOf(program, args).catch(String))
}
