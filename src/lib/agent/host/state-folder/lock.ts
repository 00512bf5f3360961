import { access, constants, open, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { writing } from '../../../machine/refusal.ts'
import { stateFolderNames } from './state-folder.ts'

export interface Lock {
  release(): void
}

/**
 * Locks the state folder for this process; undefined when another one has it, on the host or in any container that has the
 * folder. The lock ends with the process, whatever ends it (docs/adr/0018-lock-of-the-state-folder.md).
 */
export async function lockStateFolder(folder: string): Promise<Lock | undefined> {
  const path = join(folder, stateFolderNames.lock)
  // import() does not find it in the executable.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  return writing(path, async () => {
    await make(path)
    const database = held(new DatabaseSync(path)) ?? (await afterRepair(path, DatabaseSync))
    if (database === 'busy') return undefined
    return { release: () => database.close() }
  })
}

/**
 * SQLite does not tell why it cannot open a file. A file that is there is not opened here: closing it would end a lock of
 * this process (fcntl(2)).
 */
async function make(path: string): Promise<void> {
  try {
    await using _made = await open(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await access(path, constants.W_OK)
  }
}

/** An exclusive transaction that never ends; undefined when the file is not what it should be. */
function held(database: DatabaseSync): DatabaseSync | 'busy' | undefined {
  try {
    // In memory: the lock is all that is wanted, and a full disk must not refuse it.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    const { errcode } = error as { errcode?: number }
    if (errcode === busy) return 'busy'
    if (errcode === notADatabase) return undefined
    throw error
  }
}

/** Result codes of SQLite. */
const [busy, notADatabase] = [5, 26]

/** The file should be empty. It is emptied in place, so that it stays the same file for everybody. */
async function afterRepair(path: string, Database: typeof DatabaseSync): Promise<DatabaseSync | 'busy'> {
  await truncate(path)
  return held(new Database(path)) ?? 'busy'
}
