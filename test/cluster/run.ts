/** Runs a command against a real cluster that is made for it and taken away after it. See README.md. */
import { existsSync } from 'node:fs'
import { buildParts } from './build/parts.ts'
import { codeOf } from './code-of.ts'
import { commandFrom, jest, runAgainst, runInCluster } from './command.ts'
import type { ControlPlane } from './control-plane/start.ts'
import { runDirectory } from './host/directories.ts'
import { checkInstance } from './host/instance.ts'
import { raiseLimits, spareProcessors } from './host/limits.ts'
import { takeLock } from './host/lock.ts'
import { note, step } from './host/progress.ts'
import { beginRecord } from './host/record.ts'
import { showLogs } from './host/show-logs.ts'
import { type HostState, hostState, leftovers, namespacesOfRun } from './host/traces.ts'
import { interruption } from './interruption.ts'
import { runLanes } from './lanes/run-lanes.ts'
import { runReleases } from './lanes/run-releases.ts'
import { saveJournals } from './machine/journals.ts'
import { takePart } from './part.ts'
import { checkPrerequisites } from './prerequisites.ts'
import { releaseOfCluster, severalReleases, takeRelease } from './release.ts'
import { startCluster } from './start.ts'
import { stopCluster } from './stop.ts'
import { newest } from './versions.ts'

const signal = interruption()

async function main(all: readonly string[]): Promise<number> {
  const args = await takePart(all, signal)
  const several = severalReleases(args)
  const command = several ? [] : commandFrom(takeRelease(args))
  const existing = process.env['KUBECONFIG_TEST_CLUSTER']
  if (existing && !several) return runAgainst(existing, command, signal)
  checkInstance()
  checkPrerequisites()
  await takeLock()
  raiseLimits()
  spareProcessors()
  await buildParts(several ?? [releaseOfCluster()], signal)
  if (several) return runReleases(several, args.slice(2), signal)
  const isAll = command === jest && releaseOfCluster() === newest
  return isAll ? runLanes(signal) : runOne(command)
}

async function runOne(command: readonly string[]): Promise<number> {
  if (existsSync(runDirectory)) await step('clean up after a run that was killed', stopCluster)
  const before = hostState()
  beginRecord()
  // Whatever goes wrong, the cluster is stopped.
  const code = await withCluster(command).catch(codeOf)
  const left = await stopAndCompare(before)
  for (const trace of left) note(`left behind: ${trace}`)
  return left.length > 0 ? 1 : code
}

async function withCluster(command: readonly string[]): Promise<number> {
  return runInCluster(command, await start(), signal)
}

async function start(): Promise<ControlPlane> {
  try {
    return await startCluster(signal)
  } catch (error) {
    await saveJournals()
    if (!signal.aborted) showLogs()
    throw error
  }
}

async function stopAndCompare(before: HostState): Promise<string[]> {
  const namespaces = namespacesOfRun()
  await saveJournals()
  const strays = await step('stop the cluster', stopCluster)
  return [...strays, ...(await leftovers(before, namespaces))]
}

process.exitCode = await main(process.argv.slice(2)).catch(codeOf)
