/**
 * Builds what clusters of all releases need and the cache lacks, the newest release first.
 * Usage: npm run build:cluster [-- --part]; with --part, what `npm run test:cluster` runs then.
 */
import { join } from 'node:path'
import { buildParts } from './build/parts.ts'
import { codeOf } from './code-of.ts'
import { buildGitops } from './gitops/build.ts'
import { interruption } from './interruption.ts'
import { isFileOfPart } from './lanes/rotating.ts'
import { takePart } from './part.ts'
import { checkPrerequisites } from './prerequisites.ts'
import { olderReleases } from './release.ts'
import { newest } from './versions.ts'

async function main(): Promise<number> {
  const signal = interruption()
  checkPrerequisites()
  await takePart(process.argv.slice(2), signal)
  await buildParts([newest], signal)
  if (isFileOfPart(join(import.meta.dirname, 'gitops/gitops.test.ts'))) await buildGitops(signal)
  await buildParts(olderReleases().toReversed(), signal)
  return 0
}

process.exitCode = await main().catch(codeOf)
