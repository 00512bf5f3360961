/**
 * Builds what clusters of all releases need and the cache lacks, the newest release first.
 * Usage: npm run build:cluster [-- --part]; with --part, of the older releases those that `npm run test:cluster` runs then.
 */
import { buildParts } from './build/parts.ts'
import { codeOf } from './code-of.ts'
import { interruption } from './interruption.ts'
import { takePart } from './part.ts'
import { checkPrerequisites } from './prerequisites.ts'
import { olderReleases } from './release.ts'
import { newest } from './versions.ts'

async function main(): Promise<number> {
  const signal = interruption()
  checkPrerequisites()
  await takePart(process.argv.slice(2), signal)
  await buildParts([newest, ...olderReleases().toReversed()], signal)
  return 0
}

process.exitCode = await main().catch(codeOf)
