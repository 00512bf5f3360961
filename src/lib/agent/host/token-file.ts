import { readFile } from 'node:fs/promises'
import { reading, unlessAbsent, writing } from '../../machine/refusal.ts'
import { writeSynced } from '../../machine/synced-write.ts'
import type { TokenFile } from '../ports/token-file.ts'

/** The file at a path, which only root may read. */
export const tokenFileAt = (path: string): TokenFile => ({
  read: () => reading(path, () => unlessAbsent(readFile(path, 'utf8'))),
  write: (token) => writing(path, () => writeSynced(path, `${token}\n`, { mode: 0o600 })),
})
