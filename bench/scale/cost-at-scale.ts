import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from '../row.ts'

export interface CostAtScale {
  readonly seconds: number
  /** The highest RSS, MiB. */
  readonly peak: number
  readonly requests: number
}

const counter = resolve(import.meta.dirname, '..', '..', 'test', 'cluster', 'scale', 'count-requests.js')
const sampleMs = 20

/** Runs a command once. A program of Node counts its requests itself; kubectl reports them with -v=6. */
export async function costAtScale([program = '', ...args]: Command): Promise<CostAtScale> {
  const folder = await mkdtemp(join(tmpdir(), 'requests-'))
  const log = join(folder, 'requests')
  const isKubectl = program === 'kubectl'
  const env = isKubectl ? {} : { NODE_OPTIONS: `--import=${counter}`, REQUESTS_TO: log }
  const started = performance.now()
  const child = spawn(program, isKubectl ? [...args, '-v=6'] : args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid))
  }, sampleMs)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(sampling)
  const seconds = (performance.now() - started) / 1000
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code}\n${stderr.slice(-2000)}`)
  const requests = isKubectl ? countIn(stderr, /"Response" verb=/g) : countIn(await readFile(log, 'utf8'), /\n/g)
  await rm(folder, { recursive: true })
  return { seconds, peak, requests }
}

const countIn = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** 0 once the process has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
