import { lstat } from 'node:fs/promises'
import type { DropInFolder } from '../../flows/files/effective.ts'
import { nodeAccess } from '../../host/kubelet/node-access.ts'
import { dropInsAmong } from '../../kubelet/merge/drop-in-order.ts'
import { nameOf, readInput } from './input.ts'

/** Reads a folder of drop-ins as a kubelet does. Rejects with Failure 'invalid' when the kubelet could not read it either. */
export async function readDropIns(path: string, signal: AbortSignal): Promise<DropInFolder> {
  nameOf(path)
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink()) return { path, isLink: true, files: [] }
  // What is not a folder is read as a file, so that the reason is reported.
  const names = found?.isDirectory() ? await nodeAccess().list(path, { signal }) : undefined
  const paths = names === undefined ? [path] : dropInsAmong(names).map((name) => `${path.replace(/\/$/, '')}/${name}`)
  const files = []
  for (const file of paths) files.push(await readInput(file, signal))
  return { path, isLink: false, files }
}
