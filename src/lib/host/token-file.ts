import { readFile } from 'node:fs/promises'
import type { TokenFile } from '../ports/host/token-file.ts'
import { reading, unlessAbsent, writing } from './refusal.ts'
import { writeSynced } from './synced-write.ts'

/** The file at a path, which only root may read. */
export const tokenFileAt = (path: string): TokenFile => ({
  read: () => reading(path, () => unlessAbsent(readFile(path, 'utf8'))),
  write: (token) => writing(path, () => writeSynced(path, `${token}\n`, { mode: 0o600 })),
})
