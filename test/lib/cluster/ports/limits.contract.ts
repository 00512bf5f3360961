import { expect } from '@jest/globals'
import { nodeTarget } from '../../../../src/lib/documents/target.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { guarded, isWatch, open } from '../../connect/methods.ts'
import { limits, type PortCase } from '../../connect/port-side.ts'

async function expectEnd(name: string, asked: Promise<unknown>): Promise<void> {
  if (isWatch(name)) expect(await asked).toBeUndefined()
  else await expect(asked).rejects.toMatchObject({ code: 'interrupted' })
}

export const limitCases: readonly PortCase[] = [
  ...Object.entries(guarded).map(
    ([name, ask]): PortCase => ({
      name: `limits: ${name} without the right is refused, and never "absent"`,
      async run(subject) {
        const cluster = await subject.connect({ user: subject.name() })
        await expect(ask(cluster, limits)).rejects.toMatchObject({ code: 'refused' })
      },
    }),
  ),
  ...Object.entries({ ...open, ...guarded }).map(
    ([name, ask]): PortCase => ({
      name: `limits: ${name} ${isWatch(name) ? 'ends' : 'is interrupted'} when its signal has aborted`,
      async run(subject) {
        const signal = AbortSignal.abort(new Failure('interrupted', { reason: 'Interrupted' }))
        await expectEnd(name, ask(await subject.connect(), { signal }))
      },
    }),
  ),
  ...Object.entries({ ...open, ...guarded }).map(
    ([name, ask]): PortCase => ({
      name: `limits: ${name} ${isWatch(name) ? 'ends' : 'is interrupted'} when the cluster has been closed`,
      async run(subject) {
        const cluster = await subject.connect()
        cluster.close()
        cluster.close()
        await expectEnd(name, ask(cluster, limits))
      },
    }),
  ),
  {
    name: 'limits: a watch ends soon after its signal aborts',
    async run(subject) {
      const { documents, balloons } = await subject.connect()
      for (const watch of [documents.watch.bind(null, nodeTarget('node-a')), balloons.watch.bind(null, 'nosuch')]) {
        const stop = new AbortController()
        for await (const _ of watch({ signal: stop.signal })) setImmediate(() => stop.abort())
      }
    },
  },
]
