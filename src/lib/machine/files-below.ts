import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The paths of all files below a folder, relative to it; a link counts as a file. undefined when it is not a folder itself. */
export async function filesBelow(folder: string): Promise<readonly string[] | undefined> {
  if (!(await lstat(folder)).isDirectory()) return undefined
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
}
