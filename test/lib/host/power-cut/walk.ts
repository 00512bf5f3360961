/** A program: cuts the power at every point of the acts that its argument matches, and prints what was wrong in which state. */
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

const chosen = new RegExp(process.argv[2] ?? '')
const walked: Walked[] = []
for (const act of [...cutActs, ...agentActs].filter(({ name }) => chosen.test(name))) walked.push(await walk(act))
process.stdout.write(JSON.stringify(walked))
