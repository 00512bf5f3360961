import { expect, test } from '@jest/globals'
import { runTasks } from '../../../src/lib/loop/run-tasks.ts'

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** A task that takes a while to end. */
function slowTask(ended: string[]) {
  return (signal: AbortSignal): Promise<void> =>
    untilAborted(signal).finally(() => new Promise((resolve) => setImmediate(resolve)).then(() => ended.push('slow')))
}

test('an interruption ends all tasks, and is no failure', async () => {
  const [end, ended] = [new AbortController(), [] as string[]]
  const running = runTasks((signal) => [slowTask(ended)(signal), untilAborted(signal)], end.signal)
  end.abort(new Error('SIGTERM'))
  await running
  expect(ended).toEqual(['slow'])
})

test('the first failure ends the others, and is thrown when they have ended', async () => {
  const ended: string[] = []
  const { signal } = new AbortController()
  const running = runTasks((span) => [slowTask(ended)(span), Promise.reject(new Error('first'))], signal)
  await expect(running).rejects.toThrow('first')
  expect(ended).toEqual(['slow'])
})
