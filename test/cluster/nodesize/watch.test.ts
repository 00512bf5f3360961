import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startBreakableProxy } from '../breakable-proxy.ts'
import { kubeletcfg, nodesize } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { configuration, push, removeDocuments } from '../kubeletcfg/documents.ts'
import { watching } from '../watching.ts'
import { keepInstalled } from './installation.ts'

keepInstalled()
beforeAll(() => push(configuration('maxPods: 50'), ['--global', '--accept-risk=drain']))
afterAll(() => removeDocuments())

/** Long enough for the streams to be open after the list. */
const soonMs = 1_000

const listed = /^NODE .*\nnode-a .*\nnode-b .*\n/
const resized = /node-a +500m\/.* Ready\n$/
const resize = () => nodesize(['set', 'node-a', '--cpu', '500m'])

test('a resize is a row of a watch', async () => {
  const ran = await watching(nodesize, ['get', '--watch'], {
    async meanwhile(until) {
      await until(listed)
      await resize()
      await until(resized)
    },
  })
  expect(ran).toEqual({
    stdout: expect.stringMatching(/^NODE .*\nnode-a .*\nnode-b .*\n(?:node-a .*\n)*node-a +500m\/.* Ready\n$/),
    stderr: '',
    exit: 130,
  })
})

test('a document that is created and deleted is three lines of JSON, with their types', async () => {
  const ran = await watching(kubeletcfg, ['list', '--watch', '--output-watch-events', '--output=json'], {
    async meanwhile(until) {
      await until(/global/)
      await push(configuration('maxPods: 60'), ['--node=node-z', '--allow-unknown-node'])
      await until(/"ADDED".*node-z/)
      await kubectl(['delete', 'configmap', 'node-z-kubelet-configuration', '--namespace=kube-system'])
      await until(/"DELETED"/)
    },
  })
  const lines = ran.stdout.trim().split('\n')
  const events = lines.map((line) => JSON.parse(line) as { type: string; object: { items: { name: string }[] } })
  expect(events.map(({ type, object }) => `${type} ${object.items[0]?.name}`)).toEqual([
    'ADDED global-kubelet-configuration',
    'ADDED node-z-kubelet-configuration',
    'DELETED node-z-kubelet-configuration',
  ])
  expect(ran).toMatchObject({ stderr: '', exit: 130 })
})

describe('a watch whose connection is cut', () => {
  test('continues without a message', async () => {
    await using proxy = await startBreakableProxy()
    const ran = await watching(nodesize, ['get', '--watch'], {
      kubeconfig: proxy.kubeconfig,
      async meanwhile(until) {
        await until(listed)
        await sleep(soonMs)
        proxy.reset()
        await resize()
        await until(resized)
      },
    })
    expect(ran).toMatchObject({ stderr: '', exit: 130 })
  })

  test('reports the interruption and its end, and prints the changes in the meantime', async () => {
    await using proxy = await startBreakableProxy()
    const ran = await watching(nodesize, ['get', '--watch'], {
      kubeconfig: proxy.kubeconfig,
      async meanwhile(until) {
        await until(listed)
        proxy.block()
        await resize()
        await until(/warning: the watch was interrupted, retrying/)
        proxy.restore()
        await until(/the watch has resumed/)
        await until(resized)
      },
    })
    expect(ran).toEqual({
      stdout: expect.stringMatching(/^NODE .*\nnode-a .*\nnode-b .*\n(?:node-a .*\n)*node-a +500m\/.* Ready\n$/),
      stderr: expect.stringMatching(/^warning: the watch was interrupted.*\n(?: .*\n)*the watch has resumed\n$/),
      exit: 130,
    })
  })

  test('ends on Ctrl-C while the server cannot be reached', async () => {
    await using proxy = await startBreakableProxy()
    const ran = await watching(kubeletcfg, ['list', '--watch'], {
      kubeconfig: proxy.kubeconfig,
      async meanwhile(until) {
        await until(/^TARGET .*\nglobal .*\n/)
        proxy.block()
        await sleep(soonMs)
      },
    })
    expect(ran.exit).toBe(130)
  })
})
