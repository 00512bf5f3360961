import { mkdtempDisposable, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openLiveFile } from '../../../../../src/lib/agent/host/live-config/open-live-file.ts'
import { openStateFolder } from '../../../../../src/lib/agent/host/state-folder/state-folder.ts'

const hourMs = 3_600_000

/** A live file, on a machine that booted ten hours ago, and whose clock can be set. */
async function liveFileIn(folder: string) {
  const [config, stateFolder] = [join(folder, 'config.yaml'), join(folder, 'state')]
  let setMs = 0
  let passedMs = 0
  await writeFile(config, 'maxPods: 50\n')
  await openStateFolder(stateFolder)
  const upMs = 10 * hourMs - Date.now()
  const moment = () => ({
    ...{ bootId: 'b', uptimeMs: upMs + Date.now() + passedMs },
    // The kernel gives the file the time of this machine, whose clock is not set.
    wallMs: Date.now() + passedMs + setMs,
  })
  const live = await openLiveFile({ mode: 'file', config }, { stateFolder, root: '/', moment })
  return {
    live,
    edit: (text: string) => writeFile(config, text),
    set: (ms: number) => {
      setMs = ms
    },
    pass: (ms: number) => {
      passedMs += ms
    },
    now: () => moment().uptimeMs,
    writtenAt: async () => upMs + (await stat(config)).ctimeMs,
  }
}

const near = (ms: number) => ({ asymmetricMatch: (seen: unknown) => Math.abs(Number(seen) - ms) < 1_000 })

test('what others wrote while no agent ran has the time of the file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'changed-at-'))
  const { live, pass, writtenAt } = await liveFileIn(folder.path)
  pass(hourMs)
  expect((await live.read()).changedAtMs).toEqual(near(await writtenAt()))
})

test.each([2_000, hourMs, -30_000, -hourMs])(
  'a clock that is set by %i ms later does not make what others wrote older or newer',
  async (byMs) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'changed-at-'))
    const { live, edit, set, pass, writtenAt } = await liveFileIn(folder.path)
    await live.read()
    await edit('maxPods: 60\n')
    const at = await writtenAt()
    expect((await live.read()).changedAtMs).toEqual(near(at))
    set(byMs)
    pass(60_000)
    expect((await live.read()).changedAtMs).toEqual(near(at))
  },
)

test.each([
  ['set forward', hourMs],
  ['set back', -hourMs],
])('a clock that is %s before the change is seen has it between two looks', async (_how, byMs) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'changed-at-'))
  const { live, edit, set, pass, now } = await liveFileIn(folder.path)
  const before = now()
  await live.read()
  pass(30_000)
  await edit('maxPods: 60\n')
  set(byMs)
  pass(30_000)
  const { changedAtMs } = await live.read()
  expect(changedAtMs).toBeGreaterThanOrEqual(before)
  expect(changedAtMs).toBeLessThanOrEqual(now())
})
