import { describe, expect, test } from '@jest/globals'
import { inRealTime } from '../../src/sandbox/shell/real-time.ts'
import { answer, StandIn, Watched } from './stand-in.ts'

const admin = { name: 'a', groups: [] }
const request = { method: 'GET', path: '/', query: {}, headers: {}, user: admin }

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('a sandbox in real time', () => {
  test('does what falls due although nobody asks, in its order', async () => {
    const cluster = new StandIn()
    const living = inRealTime(cluster)
    const rung: string[] = []
    await new Promise<void>((last) => {
      cluster.at(20, () => rung.push('first'))
      cluster.at(40, () => {
        rung.push('last')
        last()
      })
      living.kubeletDelay(1)
    })
    expect(rung).toEqual(['first', 'last'])
    living.stop()
  })

  test('is in the present when it is asked', async () => {
    const cluster = new StandIn(() => answer(cluster.now()))
    const living = inRealTime(cluster)
    await sleep(30)
    const reply = living.handle(request)
    expect(reply).toMatchObject({ body: expect.any(Number) })
    expect((reply as { body: number }).body).toBeGreaterThanOrEqual(25)
    living.stop()
  })

  test('passes faster when a caller wants it', () => {
    const cluster = new StandIn()
    const living = inRealTime(cluster)
    living.advance(3_600_000)
    expect(living.now()).toBeGreaterThanOrEqual(3_600_000)
    living.stop()
  })

  test('wakes up for what a watch leaves to be done', async () => {
    const watched = new Watched()
    const cluster = new StandIn(() => watched.reply)
    const living = inRealTime(cluster)
    watched.onSubscribe = () => cluster.at(10, () => watched.done())
    const reply = living.handle(request)
    await new Promise<void>((ended) => {
      if (reply.kind === 'watch') reply.subscribe(() => undefined, ended)
    })
    living.stop()
  })

  test('stands still once it is stopped', async () => {
    const cluster = new StandIn()
    const living = inRealTime(cluster)
    cluster.at(5, () => {
      throw new Error('it went on')
    })
    living.stop()
    living.stopKubelet('node-a')
    const before = living.now()
    await sleep(20)
    expect(living.now()).toBe(before)
  })

  test('passes every fault on', () => {
    const cluster = new StandIn()
    const living = inRealTime(cluster)
    living.stopKubelet('node-a')
    living.startKubelet('node-a')
    living.unavailable(3, 5)
    living.kubeletDelay(undefined)
    living.latePod('node-a')
    expect(cluster.calls).toEqual([
      ...['stop node-a', 'start node-a', 'unavailable 3 for 5', 'delay undefined', 'late pod node-a'],
    ])
    living.stop()
  })
})
