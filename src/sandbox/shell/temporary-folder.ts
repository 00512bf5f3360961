import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { noTemporaryFolder, temporaryFolderUnusable } from './sandbox-failure.ts'

export interface TemporaryFolder extends Disposable {
  readonly path: string
}

/**
 * A folder that only this user can read. It is deleted when it is disposed of, at the latest when the process exits.
 * Throws Failure 'usage' when it cannot be created.
 */
export function temporaryFolder(parent = tmpdir()): TemporaryFolder {
  const path = newFolder(resolve(parent))
  const remove = (): void => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    path,
    [Symbol.dispose]: () => {
      process.off('exit', remove)
      remove()
    },
  }
}

function newFolder(parent: string): string {
  if (parent.includes(delimiter)) throw temporaryFolderUnusable(parent)
  try {
    return mkdtempSync(join(parent, 'kubeletcfg-sandbox-'))
  } catch (cause) {
    throw noTemporaryFolder(parent, cause as NodeJS.ErrnoException)
  }
}
