import { expect, test } from '@jest/globals'
import { Failure, type FailureCode } from '../../../../src/lib/message/failure.ts'
import { refusal } from '../../../support/api-server.ts'
import { InProcess, type Mishap } from '../../../support/in-process.ts'
import { guarded, isWatch, type Method, open, unserved } from '../../connect/methods.ts'

const timeoutMs = 10_000
const limits = { signal: new AbortController().signal, timeoutMs }
const answers: Readonly<Record<number, FailureCode>> = {
  400: 'invalid',
  401: 'refused',
  403: 'refused',
  409: 'conflict',
  413: 'invalid',
  422: 'invalid',
  429: 'unreachable',
  500: 'unreachable',
  503: 'unreachable',
}
const mishaps: Readonly<Record<string, Mishap>> = {
  ...Object.fromEntries(
    Object.keys(answers).map((status) => {
      const details = { name: 'nosuch' }
      const { body } = refusal(Number(status), 'Refused', { details })
      return [status, { kind: 'answer', status: Number(status), body }]
    }),
  ),
  'nobody listens': { kind: 'refuse' },
  'the connection breaks': { kind: 'lose-answer' },
  'nobody answers': { kind: 'silence' },
}
const writes = [
  ...['documents.write', 'documents.remove', 'balloons.resize', 'objects.apply', 'objects.remove'],
  ...['leases.create', 'leases.update', 'events.create', 'events.repeat', 'agentNode.withdraw'],
  ...[
    'enrollment.requestToken',
    'history.record',
    'history.remove',
    'nodes.annotate',
    'nodes.schedule',
    'desiredSizes.write',
  ],
]

/** The code of the Failure that a method rejects with when this goes wrong with each of its requests. */
async function codeOf(ask: Method, mishap: Mishap): Promise<FailureCode> {
  using world = new InProcess({ nodes: 1 })
  world.mishap = () => mishap
  const began = world.clock.now()
  const error: unknown = await ask(world.cluster, limits, 'none').catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(Failure)
  expect(world.clock.now() - began).toBeLessThanOrEqual(timeoutMs)
  return (error as Failure).code
}

test.each(Object.entries({ ...open, ...guarded, ...unserved }).filter(([name]) => !isWatch(name)))(
  '%s rejects with the code of what went wrong, in time',
  async (name, ask) => {
    const codes: Record<string, FailureCode> = {}
    for (const [what, mishap] of Object.entries(mishaps)) codes[what] = await codeOf(ask, mishap)
    expect(codes).toEqual({
      ...answers,
      'nobody listens': 'unreachable',
      'the connection breaks': 'unreachable',
      'nobody answers': writes.includes(name) ? 'timeout' : 'unreachable',
    })
  },
)
