import { expect, test } from '@jest/globals'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { UndoStack, type UndoStep } from '../../../../src/lib/sizes/resize/execution.ts'

const failure = new Failure('refused', { reason: 'Refused' })
const left = (reason: string) => new Failure('timeout', { reason })
const bug = new TypeError('a bug')

/** A stack, and what its steps did, in order. */
function recorded() {
  const done: string[] = []
  const undo = new UndoStack()
  const push = (name: string, reports?: unknown): UndoStep =>
    undo.push({
      begin: () => void done.push(`begin ${name}`),
      end: async (why) => {
        done.push(`end ${name}: ${why?.reason}`)
        if (reports !== undefined && !(reports instanceof Failure)) throw reports
        return (reports as Failure | undefined) ?? why
      },
    })
  return { done, undo, push }
}
const fail = (error: unknown) => Promise.reject(error)

test('all is undone, the last step first, and all of it begins before any of it is waited for', async () => {
  const { done, undo, push } = recorded()
  const running = undo.around(async () => {
    push('size')
    push('cordon')
    throw failure
  })
  await expect(running).rejects.toBe(failure)
  expect(done).toEqual(['begin cordon', 'begin size', 'end cordon: Refused', 'end size: Refused'])
})

test('after success, each step is asked what has to go in any case', async () => {
  const { done, undo, push } = recorded()
  expect(await undo.around(async () => push('cordon') && 'resized')).toBe('resized')
  expect(done).toEqual(['begin cordon', 'end cordon: undefined'])
})

test('what is left of one step is why the steps before it are undone, and what is reported', async () => {
  const { done, undo, push } = recorded()
  const running = undo.around(async () => {
    push('size')
    push('cordon', left('CordonLeft'))
  })
  await expect(running).rejects.toMatchObject({ reason: 'CordonLeft' })
  expect(done.slice(2)).toEqual(['end cordon: undefined', 'end size: CordonLeft'])
})

test('what is dropped is not undone', async () => {
  const { done, undo, push } = recorded()
  await undo.around(async () => {
    const cordon = push('cordon')
    push('size')
    undo.drop(cordon)
    undo.drop(cordon)
  })
  expect(done).toEqual(['begin size', 'end size: undefined'])
})

test('steps inside of others undo only what is theirs', async () => {
  const { done, undo, push } = recorded()
  const running = undo.around(async () => {
    push('size')
    await undo.around(async () => push('cordon'))
    done.push('again')
    await undo.around(async () => {
      push('request')
      throw failure
    })
  })
  await expect(running).rejects.toBe(failure)
  expect(done).toEqual([
    'begin cordon',
    'end cordon: undefined',
    'again',
    'begin request',
    'end request: Refused',
    'begin size',
    'end size: Refused',
  ])
})

test('an internal error is thrown as it is, and what has to go in any case is undone', async () => {
  const { done, undo, push } = recorded()
  const running = undo.around(async () => {
    push('size')
    push('cordon', left('CordonLeft'))
    throw bug
  })
  await expect(running).rejects.toBe(bug)
  expect(done.slice(2)).toEqual(['end cordon: undefined', 'end size: undefined'])
})

test.each([
  ['after a failure', failure],
  ['after success', undefined],
])('an internal error while one step is undone keeps no other from it: %s', async (_, why) => {
  const { done, undo, push } = recorded()
  const running = undo.around(async () => {
    push('size')
    push('request', bug)
    if (why !== undefined) await fail(why)
  })
  await expect(running).rejects.toBe(bug)
  expect(done.at(-1)).toBe('end size: undefined')
})
