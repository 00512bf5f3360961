/**
 * Cuts the power at every point of some acts, and prints what was wrong in which state. Usage: node walk.ts PATTERN [--count N]
 * [--seed N]: of the acts whose names match, all or so many. Exit code 1 when something was wrong.
 */
import { parseArgs } from 'node:util'
import type { CutAct } from '../cut-act.ts'
import { cutActs } from '../cut-acts.ts'
import { agentActs } from './agent-acts.ts'
import { statesAfter, type Tree } from './disk.ts'
import { recorded } from './recorder.ts'
import { restore } from './restore.ts'

/** In a side: file systems in memory, and what is not the agent's. */
const [inMemory, tools] = [['run', 'bin'], ['bin']]

export interface Walked {
  readonly act: string
  readonly states: number
  readonly wrong: readonly Wrong[]
}

interface Wrong {
  /** Its number, from 1 on. */
  readonly state: number
  readonly why: string
}

async function walk({ name, prepare, act, check, done }: CutAct): Promise<Walked> {
  await using side = await prepare()
  const ports = await side.start()
  const { made, recording } = await recorded({ folder: side.folder, inMemory }, () => act(ports, side))
  const last = recording.changes.length
  const isOpen = made.some((one) => one.kind === 'file' && (one.mode & 0o077) !== 0)
  const wrong: Wrong[] = isOpen ? [{ state: 1, why: 'others can read a file while it is written' }] : []
  const seen = new Set<string>()
  for (let length = 0; length <= last; length++)
    for (const tree of statesAfter(length, recording)) {
      const key = `${length === last} ${textOf(tree)}`
      if (seen.has(key)) continue
      seen.add(key)
      const tell = (error: unknown): void => {
        wrong.push({ state: seen.size, why: `after ${length} of ${last} changes: ${String(error)}` })
      }
      restore(side.folder, tree, tools)
      if (length === last) await done(await side.start(), side).catch(tell)
      await check(await side.start(), side).catch(tell)
    }
  return { act: name, states: seen.size, wrong }
}

const textOf = (tree: Tree): string =>
  JSON.stringify(
    [...tree].map(([path, one]) => (one.kind === 'file' ? [path, { ...one, bytes: `${one.bytes}` }] : [path, one])),
  )

const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: 'Infinity' }, seed: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const pattern = new RegExp(positionals[0] ?? '')
const matching = [...cutActs, ...agentActs].filter(({ name }) => pattern.test(name))
const first = Number(values.seed) % matching.length
const chosen = [...matching.slice(first), ...matching.slice(0, first)].slice(0, Number(values.count))
const walked: Walked[] = []
for (const act of chosen) walked.push(await walk(act))
process.stdout.write(JSON.stringify(walked))
process.exitCode = walked.some(({ wrong }) => wrong.length > 0) ? 1 : 0
