import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { jest } from '../command.ts'
import { checkout } from '../host/directories.ts'
import { note } from '../host/progress.ts'
import { runLane } from './lane.ts'
import { isFileOfPart } from './rotating.ts'
import { type LaneResults, type Sum, sumOf } from './sum.ts'

/** Clusters side by side: tests wait more than they compute. */
const labels = ['1', '2', '3']

/** Runs all tests, each file on the cluster that is free first, one lane from the first file on and one from the last; the exit code. */
export async function runLanes(signal: AbortSignal): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kubeletcfg-lanes-'))
  try {
    const codes = await Promise.all(
      labels.map((label) => {
        const args = ['--', ...jest, '--json', `--outputFile=${resultsFile(label, folder)}`]
        const env = { TEST_CLUSTER_QUEUE: folder, TEST_CLUSTER_FROM_LAST: label === labels[0] ? '' : '1' }
        return runLane({ label, name: `lane-${label}`, args, env }, signal)
      }),
    )
    signal.throwIfAborted()
    const files = globSync(join(checkout, 'test/cluster/**/*.test.ts')).filter((file) => isFileOfPart(file))
    const sum = sumOf(files, await Promise.all(labels.map((label) => resultsOf(label, folder))))
    report(sum, files.length)
    return Math.max(...codes, sum.miscounted.length > 0 || sum.failed.length > 0 ? 1 : 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const resultsFile = (label: string, folder: string): string => join(folder, `results-${label}.json`)

/** None, if Jest did not come to write them. */
async function resultsOf(label: string, folder: string): Promise<LaneResults> {
  const text = await readFile(resultsFile(label, folder), 'utf8').catch(() => '{"testResults": []}')
  return JSON.parse(text) as LaneResults
}

const shown = 12

function report({ passed, failed, miscounted, seconds }: Sum, files: number): void {
  const longest = seconds.slice(0, shown).map(([file, time]) => `${local(file)} ${time} s`)
  note(`longest: ${longest.join(', ')}`)
  for (const test of failed) note(`failed: ${local(test)}`)
  for (const file of miscounted) note(`not run once: ${local(file)}`)
  note(`${files} test files, ${passed} tests passed, ${failed.length} failed`)
}

const local = (path: string): string => relative(checkout, path)
