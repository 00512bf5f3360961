/**
 * Runs the stories of stories.ts: those on clusters of their own two at a time, as they mostly wait, and beside them the others.
 * Usage: npm run test:long [-- [--part] [--seed N] [STORY…]]; with --part, a part of each, but of those on clusters only where
 * they are named, as `npm run test:cluster` runs a part of these; without --seed, one that the commit decides. Exit code 1 when
 * one fails; all are run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import pMap from 'p-map'
import { Failure, said } from '../../src/lib/message/failure.ts'
import { codeOf } from '../cluster/code-of.ts'
import { checkout } from '../cluster/host/directories.ts'
import { note, step } from '../cluster/host/progress.ts'
import { interruption } from '../cluster/interruption.ts'
import { runLane } from '../cluster/lanes/lane.ts'
import { seedOfCheckout } from '../cluster/part.ts'
import { minutesOf, type Planned, planOf } from './share.ts'
import { stories } from './stories.ts'

const signal = interruption()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { part: { type: 'boolean', default: false }, seed: { type: 'string' } },
    allowPositionals: true,
  })
  const [whole, asked] = [!values.part, chosen(positionals, values.part)]
  const seed = values.seed === undefined ? await seedOfCheckout(signal) : Number(values.seed)
  const plan = planOf(asked, { whole, seed })
  note(`${whole ? 'all' : 'a part'} of ${plan.map(({ name }) => name).join(', ')}, seed ${seed}`)
  note(`some ${Math.ceil(minutesOf(asked, { whole }))} min`)
  const failed: string[] = []
  const runIn = async (story: Planned, way: (story: Planned) => Promise<number>) => {
    if ((await step(story.name, () => way(story))) !== 0) failed.push(story.name)
  }
  const [onClusters, others] = [true, false].map((is) => plan.filter((story) => (story.isOnCluster ?? false) === is))
  await Promise.all([
    pMap(others!, (story) => runIn(story, run), { concurrency: onClusters!.length > 0 ? 1 : 2, signal }),
    pMap(onClusters!, (story) => runIn(story, beside), { concurrency: 2, signal }),
  ])
  for (const name of failed) note(`failed: ${name}; once more: npm run test:long -- ${again(name, whole, seed)}`)
  return failed.length === 0 ? 0 : 1
}

function chosen(names: readonly string[], isPart: boolean): typeof stories {
  const unknown = names.filter((name) => !stories.some((story) => story.name === name))
  if (unknown.length > 0) {
    const all = stories.map(({ name }) => name).join(', ')
    throw new Failure('usage', said('NoSuchStory', `there is no story "${unknown.join('", "')}", but ${all}`))
  }
  if (names.length > 0) return stories.filter(({ name }) => names.includes(name))
  return isPart ? stories.filter(({ isOnCluster }) => !isOnCluster) : stories
}

const again = (name: string, whole: boolean, seed: number): string =>
  [...(whole ? [] : ['--part']), `--seed ${seed}`, name].join(' ')

const announce = ({ name, args, env }: Planned): void =>
  note(
    `== ${name}: node ${args.map((word) => word.replace(`${checkout}/`, '')).join(' ')} ${JSON.stringify(env ?? {})}`,
  )

/** On a cluster beside another one. */
function beside(story: Planned): Promise<number> {
  announce(story)
  const { name, args, env } = story
  return runLane({ label: name, name, args: args.slice(1), ...(env && { env }) }, signal)
}

/** Ctrl-C reaches it by itself; a signal to this process alone is passed on. */
async function run(story: Planned): Promise<number> {
  announce(story)
  const { args, env } = story
  const child = spawn(process.execPath, args, { cwd: checkout, stdio: 'inherit', env: { ...process.env, ...env } })
  const pass = () => child.kill('SIGTERM')
  signal.addEventListener('abort', pass)
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', pass)
  signal.throwIfAborted()
  return code ?? 1
}

process.exitCode = await main().catch(codeOf)
