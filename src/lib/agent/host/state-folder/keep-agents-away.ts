import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../../message/failure.ts'
import { lockStateFolder } from './lock.ts'
import { stateFolderNames } from './state-folder.ts'

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Until it is released, no agent starts with this folder; undefined: one works with it now. */
export async function keepAgentsAway(folder: string): Promise<Disposable | undefined> {
  if (!(await isThere(folder))) return { [Symbol.dispose]: () => undefined }
  const lock = await lockStateFolder(folder)
  return lock && { [Symbol.dispose]: () => lock.release() }
}

/** Whether an agent works with this folder now. Makes nothing: a folder that no agent ever had has no lock. */
export async function isInUse(folder: string): Promise<boolean> {
  if (!(await isThere(join(folder, stateFolderNames.lock)))) return false
  try {
    const lock = await lockStateFolder(folder)
    lock?.release()
    return lock === undefined
  } catch (error) {
    // A folder that cannot be written to is reported as that.
    if (error instanceof Failure && error.code === 'refused') return false
    throw error
  }
}
