import { expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { until } from '../until.ts'
import { balloonOf, requestsOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { startResizeProxy } from './resize-proxy.ts'
import { type Change, changesOf, sizeOf } from './sizes.ts'

keepInstalled()

const rounds = [
  ['50%', '60%'],
  ['70%', '55%'],
  ['90%', '65%'],
  ['-100m', '75%'],
] as const

test.each(rounds)('of two writers, %s and %s, none overwrites what it has not seen', async (one, other) => {
  const ran = await Promise.all([one, other].map((cpu) => nodesize(['set', 'node-b', '--cpu', cpu, '-o', 'json'])))
  for (const lost of ran.filter(({ exit }) => exit !== 0))
    expect(lost).toMatchObject({ exit: 4, stderr: expect.stringContaining('another client') })
  const written = ran.filter(({ exit }) => exit === 0).flatMap(({ stdout }) => changesOf(stdout))
  const isLatest = async () => latest(written).join() === (await sizeOf('node-b')).size.cpu
  await until(isLatest, `the node has another size than the latest of ${JSON.stringify(ran)}`)
})

test('who comes second is told what size the node has now, and overwrites nothing', async () => {
  const proxy = await startResizeProxy({
    onResize: async (pass) => {
      expect(await nodesize(['set', 'node-b', '--cpu', '-250m'])).toMatchObject({ exit: 0 })
      return pass()
    },
  })
  const ran = await nodesize(['set', 'node-b', '--cpu', '50%'], proxy)
  await proxy.close()
  expect(ran).toMatchObject({ exit: 4, stdout: '' })
  expect(ran.stderr).toContain('was resized by another client meanwhile: it had cpu ')
  expect(requestsOf(await balloonOf('node-b'))).toEqual({ cpu: '251m', memory: '16Mi' })
})

/** The sizes that no other change began with. Two of them: the later one has overwritten what it had not seen. */
const latest = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ after }) => after.cpu).filter((size) => !changes.some(({ before }) => before.cpu === size))
