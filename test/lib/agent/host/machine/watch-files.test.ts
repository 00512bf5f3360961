import { mkdir, mkdtempDisposable, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { watchFiles } from '../../../../../src/lib/agent/host/machine/watch-files.ts'
import { systemClock } from '../../../../../src/lib/machine/clock.ts'

/** Counts what a watch reports; a wait for it fails after seconds. */
function counting(paths: readonly string[], everyMs: number) {
  const seen = { count: 0 }
  const stop = watchFiles({ paths, clock: systemClock, everyMs }, () => {
    seen.count += 1
  })
  const more = async (act: () => Promise<unknown>): Promise<number> => {
    const before = seen.count
    await act()
    for (let i = 0; i < 200 && seen.count === before; i++) await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise((resolve) => setTimeout(resolve, 150))
    return seen.count - before
  }
  return { seen, more, [Symbol.dispose]: stop }
}

const never = 3_600_000

test('a file that is written, replaced, removed or made is reported once, others are not', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'watch-'))
  const [path, other] = [join(folder.path, 'opt-out'), join(folder.path, 'other')]
  using watch = counting([path], never)
  expect(await watch.more(() => writeFile(path, 'freeze'))).toBe(1)
  expect(await watch.more(() => writeFile(path, 'local'))).toBe(1)
  await writeFile(other, 'local')
  expect(await watch.more(() => rename(other, path))).toBe(1)
  expect(await watch.more(() => rm(path))).toBe(1)
  await writeFile(other, 'x')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(watch.seen.count).toBe(4)
})

test('a file in a folder that comes later, and goes and comes again, is found by looking', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'watch-'))
  const path = join(folder.path, 'later', 'mark')
  const make = async (): Promise<void> => {
    await mkdir(join(folder.path, 'later'))
    await writeFile(path, '')
  }
  using watch = counting([path], 40)
  // What the watch begins with is read beside it.
  await stat(path).catch(() => undefined)
  expect(await watch.more(make)).toBeGreaterThan(0)
  expect(await watch.more(() => rm(join(folder.path, 'later'), { recursive: true }))).toBeGreaterThan(0)
  expect(await watch.more(make)).toBeGreaterThan(0)
  expect(await watch.more(() => writeFile(path, 'more'))).toBeGreaterThan(0)
})

test('a file behind a link that is written over by as many bytes is found by looking', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'watch-'))
  const [path, elsewhere] = [join(folder.path, 'mark'), join(folder.path, 'elsewhere')]
  await mkdir(elsewhere)
  await writeFile(join(elsewhere, 'mark'), 'one')
  await symlink(join(elsewhere, 'mark'), path)
  using watch = counting([path], 40)
  await new Promise((resolve) => setTimeout(resolve, 100))
  // In place: a look may come between a cut to no bytes and the new ones.
  expect(await watch.more(() => writeFile(join(elsewhere, 'mark'), 'two', { flag: 'r+' }))).toBe(1)
})

test('nothing is reported after the end, and a quiet folder reports nothing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'watch-'))
  const path = join(folder.path, 'mark')
  const watch = counting([path], 20)
  await new Promise((resolve) => setTimeout(resolve, 200))
  watch[Symbol.dispose]()
  await writeFile(path, '')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(watch.seen.count).toBe(0)
})
