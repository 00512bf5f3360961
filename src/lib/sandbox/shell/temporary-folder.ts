import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryFolder extends Disposable {
  readonly path: string
}

/** A folder that only this user may read. It is gone when it is disposed of, at the latest when the process exits. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'kubeletcfg-sandbox-'))
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
