/**
 * Whether anything grows with the number of changes: live objects, buffers, open files, files. Fails when it does. Usage, after
 * npm run build: node --inspect=127.0.0.1:21100 bin/kubeletcfg.cjs sandbox --nodes=7 -- node bench/soak/slope.ts [--changes N]
 * [ROW…], such as 'agent, a comment'; without a ROW, all.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Programs } from '../programs.ts'
import { startAgentSubject, storms } from './agent-subjects.ts'
import { connectApi } from './api.ts'
import { type LiveHeap, liveHeapAt } from './live-heap.ts'
import { type Sample, sampleOf } from './sample.ts'
import { sandboxSubjects } from './sandbox-subjects.ts'
import type { Subject } from './soak.ts'

/** Of what is alive, for each change: a quarter of a document. Code that is compiled meanwhile takes some 100 KiB. */
const mostBytes = 1_024
/** Of connections and watched files, which come and go. */
const mostMoreFiles = 8
/** So long after the last change, everything is decided. */
const restMs = 6_000

const { values, positionals } = parseArgs({
  options: { changes: { type: 'string', default: '400' } },
  allowPositionals: true,
})
const isAsked = (what: string): boolean => positionals.length === 0 || positionals.includes(what)
const part = Math.ceil(Number(values.changes) / 4)
const sandboxInspector = 21_100

/** After each part of the changes. The first warms up: code is compiled, and what is bounded is filled. */
interface Point extends Pick<Sample, 'openFiles' | 'files' | 'kib'> {
  readonly live: number
}

async function pointsOf(subject: Subject, heap: LiveHeap, warmUp: number): Promise<readonly Point[]> {
  const points: Point[] = []
  let count = 0
  const storm = async (changes: number): Promise<void> => {
    for (const to = count + changes; count < to; ) await subject.change(++count)
    await sleep(restMs)
  }
  await storm(warmUp)
  for (let parts = 0; parts < 3; parts++) {
    await storm(part)
    points.push({ ...sampleOf(subject.pid, subject.folder), live: await heap.measure() })
  }
  return points
}

/** Says what was found; false when it grows. */
function judge(what: string, points: readonly Point[]): boolean {
  const [first, last] = [points[0]!, points.at(-1)!]
  const bytes = (last.live - first.live) / (2 * part)
  const grows = bytes > mostBytes || [...growing(first, last)].length > 0
  const texts = points.map(({ live, openFiles, files, kib }) =>
    [(live / 1024).toFixed(0), openFiles, files, kib.toFixed(0)].join('/'),
  )
  console.log(`${grows ? 'GROWS' : 'ok   '} ${what}: ${bytes.toFixed(0)} bytes a change; ${texts.join(', ')}`)
  return !grows
}

const growing = (first: Point, last: Point) =>
  (['openFiles', 'files'] as const).filter((each) => last[each] - first[each] > mostMoreFiles)

/** The programs of this checkout, with an inspector. */
const withInspector = (port: number): Programs => {
  const started = (name: string) => [process.execPath, `--inspect=127.0.0.1:${port}`, bin(name)]
  return {
    by: 'npm',
    kubeletcfg: (...args) => [...started('kubeletcfg'), ...args],
    nodesize: (...args) => [...started('nodesize'), ...args],
  }
}

const bin = (name: string): string => join(import.meta.dirname, '..', '..', 'bin', `${name}.cjs`)

async function agent(storm: string, index: number): Promise<boolean> {
  if (!isAsked(`agent, ${storm}`)) return true
  const [nodeName, port] = [`node-${'abcdefghij'[index]}`, 21_000 + 3 * index]
  const programs = withInspector(port + 2)
  await using subject = await startAgentSubject({ programs, api: await connectApi(), nodeName, storm, port })
  using heap = await liveHeapAt(port + 2)
  return judge(subject.what, await pointsOf(subject, heap, part))
}

const found = await Promise.all(Object.keys(storms).map(agent))
using heap = await liveHeapAt(sandboxInspector)
/** More than the sandbox remembers. */
const remembered = 1_200
for (const subject of await sandboxSubjects(await connectApi(), process.ppid))
  if (isAsked(subject.what)) found.push(judge(subject.what, await pointsOf(subject, heap, remembered)))
console.log('KiB alive/open files/files/their KiB after each part')
process.exitCode = found.every((each) => each) ? 0 : 1
