/** Compares times with kubectl, then runs offline.ts. Usage: npm run bench */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterPairs } from './cluster-pairs.ts'
import { compare } from './compare.ts'
import { elapsed } from './cost.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

compare(clusterPairs(write), { cost: elapsed, rounds: 15 })
await import('./offline.ts')
