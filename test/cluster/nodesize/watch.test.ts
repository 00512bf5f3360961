import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { kubeletcfg, nodesize } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { configuration, push, removeDocuments } from '../kubeletcfg/documents.ts'
import { ctrlC } from './ctrl-c.ts'
import { keepInstalled } from './installation.ts'

keepInstalled()
beforeAll(() => push(configuration('maxPods: 50'), ['--global', '--accept-risk=drain']))
afterAll(() => removeDocuments())

/** Long enough for a row to be printed, if one is. */
const soonMs = 2_000

/** Runs a watch; when it has printed its list, does something else, then presses Ctrl-C. */
async function during(
  watch: typeof nodesize,
  args: readonly string[],
  isListed: (stdout: string) => boolean,
  work: () => Promise<unknown>,
) {
  const { onStart, press } = ctrlC()
  const listed = Promise.withResolvers<void>()
  const running = watch(args, { onStart, onOutput: ({ stdout }) => isListed(stdout) && listed.resolve() })
  await Promise.race([listed.promise, running])
  await work()
  await sleep(soonMs)
  press()
  return running
}

test('a resize is a row of a watch', async () => {
  const ran = await during(
    nodesize,
    ['get', '--watch'],
    (stdout) => stdout.includes('node-b'),
    () => nodesize(['set', 'node-a', '--cpu', '500m']),
  )
  expect(ran).toEqual({
    stdout: expect.stringMatching(/^NODE .*\nnode-a .*\nnode-b .*\n(?:node-a .*\n)*node-a +500m\/.* Ready\n$/),
    stderr: '',
    exit: 130,
  })
})

test('a document that comes and goes is three lines of JSON, with their types', async () => {
  const ran = await during(
    kubeletcfg,
    ['list', '--watch', '--output-watch-events', '--output=json'],
    (stdout) => stdout.includes('global'),
    async () => {
      await push(configuration('maxPods: 60'), ['--node=node-z'])
      await sleep(soonMs)
      await kubectl(['delete', 'configmap', 'node-z-kubelet-configuration', '--namespace=kube-system'])
    },
  )
  const lines = ran.stdout.trim().split('\n')
  const events = lines.map((line) => JSON.parse(line) as { type: string; object: { items: { name: string }[] } })
  expect(events.map(({ type, object }) => `${type} ${object.items[0]?.name}`)).toEqual([
    'ADDED global-kubelet-configuration',
    'ADDED node-z-kubelet-configuration',
    'DELETED node-z-kubelet-configuration',
  ])
  expect(ran).toMatchObject({ stderr: '', exit: 130 })
})
