/** Builds what clusters of all releases need and the cache lacks, the newest release first. Usage: npm run build:cluster */
import { buildParts } from './build/parts.ts'
import { codeOf } from './code-of.ts'
import { interruption } from './interruption.ts'
import { checkPrerequisites } from './prerequisites.ts'
import { type Release, releases } from './versions.ts'

async function main(): Promise<number> {
  checkPrerequisites()
  await buildParts((Object.keys(releases) as Release[]).toReversed(), interruption())
  return 0
}

process.exitCode = await main().catch(codeOf)
