import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reconciler } from '../../../src/lib/names.ts'
import { until } from '../until.ts'
import { grantedIn, listedIn } from './rules.ts'
import { runCases } from './run-cases.ts'
import { balloons, documents, makeScene, nobody, own, removeScene } from './scene.ts'
import { asAgent, type Holder, holders } from './subjects.ts'
import { casesOf, type World } from './walk.ts'
import { connectWorld } from './world.ts'

/** `SEED=7`: other ways and other fields of pods. */
const seed = Number(process.env['SEED'] ?? 1)

let world: World
let close = () => {}
let all: readonly Holder[] = []

const agents = ['agent', 'agent of the DaemonSet'] as const
const others = ['reconciler', 'operator', 'holder of the role to cordon'] as const

beforeAll(async () => {
  await makeScene()
  const connected = await connectWorld(seed)
  world = connected.world
  close = connected.close
  all = await holders()
  for (const name of agents) await isLimited(name)
})

afterAll(async () => {
  close()
  await removeScene()
})

function named(name: string): Holder {
  const found = all.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no subject ${name}`)
  return found
}

/** Policies and rights are in force a moment after they are stored. */
const isLimited = (name: string): Promise<void> =>
  until(async () => {
    const { status, body } = await world.send(named(name).who, {
      ...{ method: 'PATCH', path: `/api/v1/nodes/${own}/status?dryRun=All` },
      ...{ contentType: 'application/merge-patch+json', body: { metadata: { labels: { a: 'b' } } } },
    })
    return status === 403 && String(body.message).includes('AdmissionPolicy')
  }, `no policy limits the ${name}`)

test.each([...agents, ...others])('RBAC grants the %s what the table lists, and nothing else', async (name) => {
  const { who, rights } = named(name)
  for (const namespace of [documents, balloons, 'default', 'kube-system', 'kube-node-lease', reconciler.namespace]) {
    const everybody = new Set(await grantedIn(world.send, { user: nobody }, namespace))
    const granted = (await grantedIn(world.send, who, namespace)).filter((one) => !everybody.has(one))
    expect({ namespace, granted }).toEqual({ namespace, granted: listedIn(rights, namespace) })
  }
})

test.each(agents)(
  'by each verb and each field, the %s changes what the table lists, and nothing else',
  async (name) => {
    const started = Date.now()
    const subject = asAgent(named(name))
    const tally = await runCases({ world, subject, cases: await casesOf(world, subject) })
    const { holes, used, ...counts } = tally
    const seconds = Math.round((Date.now() - started) / 1000)
    process.stderr.write(`rights: ${name}: ${JSON.stringify({ ...counts, holes: holes.length, seconds, seed })}\n`)
    expect(holes.slice(0, 40)).toEqual([])
    const free = subject.rights.flatMap(({ changes = [], creates = [] }) => [...changes, ...creates])
    const texts = new Set(free.map(({ path }) => path.join('.')))
    expect([...texts].filter((path) => !used.has(path))).toEqual(['metadata.managedFields'])
  },
)
