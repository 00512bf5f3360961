import { expect, test } from '@jest/globals'
import { controller, reconciler } from '../../../src/lib/names.ts'
import { partOf } from '../part.ts'
import { balloons, documents, nobody } from './names.ts'
import { prepareRights, seed } from './prepare.ts'
import { grantedIn, listedIn } from './rules.ts'
import { runCases } from './run-cases.ts'
import { stranger, subjectOf, writer } from './subjects.ts'
import { type Case, casesOf, type Subject } from './walk.ts'

const prepared = prepareRights()

/** What it may do, every ServiceAccount may. */
const everyAccount = { user: nobody, groups: ['system:serviceaccounts'] }

const holders = [
  'agent',
  'agent of the DaemonSet',
  'reconciler',
  'controller',
  'operator',
  'holder of the role to cordon',
]

test.each(holders)('RBAC grants the %s what the table lists, and nothing else', async (name) => {
  const { named, world } = prepared()
  const { who, rights } = named(name)
  const own = [reconciler.namespace, controller.namespace]
  for (const namespace of [documents, balloons, 'default', 'kube-system', 'kube-node-lease', ...own]) {
    const everybody = new Set(await grantedIn(world.send, everyAccount, namespace))
    const granted = (await grantedIn(world.send, who, namespace)).filter((one) => !everybody.has(one))
    expect({ namespace, granted }).toEqual({ namespace, granted: listedIn(rights, namespace) })
  }
})

test.each(partOf(holders))(
  'by each verb and each field, the %s changes what the table lists, and nothing else',
  async (name) => {
    const { named, pods } = prepared()
    const { unused } = await walk(subjectOf(named(name), pods))
    expect(unused.filter((path) => path !== 'metadata.managedFields')).toEqual([])
  },
)

test('who is no writer changes what the table leaves, and nothing else', async () => {
  await walk(stranger)
})

test('policies refuse a writer none of it', async () => {
  const { counts } = await walk(writer, (one) => ({ ...one, allowed: { free: undefined } }))
  expect(counts.refused).toBe(0)
})

/** `unused`: fields that the table leaves free, and that no request has changed. */
async function walk(subject: Subject, change = (one: Case) => one) {
  const started = Date.now()
  const { world } = prepared()
  const { holes, used, ...counts } = await runCases({
    ...{ world, subject, cases: (await casesOf(world, subject)).map(change) },
  })
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stderr.write(
    `rights: ${subject.name}: ${JSON.stringify({ ...counts, holes: holes.length, seconds, seed })}\n`,
  )
  expect(holes.slice(0, 40)).toEqual([])
  const free = subject.rights.flatMap(({ changes = [], creates = [] }) => [...changes, ...creates])
  const texts = new Set(free.map(({ path }) => path.join('.')))
  return { counts, unused: [...texts].filter((path) => !used.has(path)) }
}
