import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { Failure } from '../../lib/failure.ts'

export interface TemporaryFolder extends Disposable {
  readonly path: string
}

/**
 * A folder that only this user may read. It is gone when it is disposed of, at the latest when the process exits. Throws
 * Failure 'usage' when none can be made where temporary files belong.
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

const suggestions = ['set TMPDIR to another folder']

function newFolder(parent: string): string {
  if (parent.includes(delimiter))
    throw new Failure('usage', `temporary files go to '${parent}': PATH and KUBECONFIG cannot hold a '${delimiter}'`, {
      suggestions,
    })
  try {
    return mkdtempSync(join(parent, 'kubeletcfg-sandbox-'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('usage', `no folder can be made in '${parent}': ${code}`, { cause: error, suggestions })
  }
}
