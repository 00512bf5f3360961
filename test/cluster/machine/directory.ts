import { join } from 'node:path'
import { runDirectory } from '../host/directories.ts'

/** What disk.sh and init.sh read and make for a node. */
export function directoryOf(node: string): string {
  return join(runDirectory, node)
}
