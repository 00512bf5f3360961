import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { defaultStateFolder } from '../../../src/lib/agent/host/state-folder/state-folder.ts'
import { agentUnit, giveRights, removeAgents } from '../agent/installed-agent.ts'
import { onNode } from '../node.ts'
import { makeNode } from '../own-node.ts'
import { beginWith, countStarts, storeLogFiles, unlimited, untilGood } from './log-files.ts'

/** `REAL_CHANGES=100`: so many changes in a row, each with a restart of a real kubelet, some seven seconds each. */
const count = Number(process.env['REAL_CHANGES'] ?? 8)
/** By then, what is bounded has its size: the last documents, V8's heap. */
const settledAt = Math.min(20, Math.floor(count / 3))

let node = ''

beforeAll(async () => {
  node = (await makeNode()).name
  await giveRights([node])
  await beginWith(node, [unlimited, '--trial=1s', '--jitter=0', '--health-deadline=60s'])
}, 300_000)

afterAll(() => removeAgents([node]), 120_000)

/** Of the agent and its folder. */
interface Held {
  readonly files: number
  readonly kilobytesOfFiles: number
  readonly openFiles: number
  readonly kilobytesOfMemory: number
}

const measure = `
pid=$(systemctl show --property=MainPID --value ${agentUnit})
find "$0" -type f | wc -l
du --summarize --apparent-size --block-size=1024 "$0" | cut -f1
ls /proc/$pid/fd | wc -l
awk '/^VmRSS/ { print $2 }' /proc/$pid/status`

async function held(): Promise<Held> {
  const lines = (await onNode(node, ['sh', '-ec', measure, defaultStateFolder])).trim().split('\n').map(Number)
  const [files = 0, kilobytesOfFiles = 0, openFiles = 0, kilobytesOfMemory = 0] = lines
  expect(Math.min(...lines)).toBeGreaterThan(0)
  return { files, kilobytesOfFiles, openFiles, kilobytesOfMemory }
}

/** What may be there more than it was when everything had its size. */
const bounds: Held = { files: 2, kilobytesOfFiles: 16, openFiles: 4, kilobytesOfMemory: 20 * 1024 }
const names = Object.keys(bounds) as readonly (keyof Held)[]

test(
  `${count} changes in a row leave no more files, open files and memory than ${settledAt}`,
  async () => {
    const starts = await countStarts(node)
    const seen: Held[] = []
    for (let change = 1; change <= count; change++) {
      await untilGood(node, 10 + change, await storeLogFiles(node, 10 + change))
      seen.push(await held())
    }
    expect(await starts()).toBe(count)
    const most = (some: readonly Held[], name: keyof Held): number => Math.max(...some.map((one) => one[name]))
    const [before, after] = [seen.slice(0, settledAt), seen.slice(settledAt)]
    const grown = names.filter((name) => most(after, name) > most(before, name) + bounds[name])
    expect({ grown, seen: grown.length > 0 ? seen : [] }).toEqual({ grown: [], seen: [] })
    console.info(JSON.stringify({ first: seen[0], settled: seen[settledAt - 1], last: seen.at(-1) }))
  },
  180_000 + count * 30_000,
)
