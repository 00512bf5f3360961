import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { begun, good, trial } from './begun.ts'

/** Which starts the script counts, in one shell. */
export function describeCounts(shell: readonly string[]): void {
  describe(`in ${shell.join(' ')}`, () => {
    test('a kubelet that lived for ten minutes has proven its configuration', async () => {
      await using trialOf = await begun(shell)
      const { side } = trialOf
      await trialOf.crashes(2)
      await trialOf.wait(600)
      side.systemd = { restarts: 3 }
      await side.runScript()
      expect(await trialOf.ports.rescue.report()).toMatchObject({ starts: 0, rescued: false })
      await trialOf.wait(580)
      side.systemd = { restarts: 4 }
      await side.runScript()
      expect(await trialOf.ports.rescue.report()).toMatchObject({ starts: 1, rescued: false })
    })

    test('a manual start within a crash loop is not counted, and the loop goes on', async () => {
      await using trialOf = await begun(shell)
      const { side } = trialOf
      for (const restarts of [1, 1, 2, 2, 0]) {
        side.systemd = { restarts }
        await side.runScript()
      }
      expect(await trialOf.ports.rescue.report()).toMatchObject({ starts: 2 })
      side.systemd = { restarts: 1 }
      await side.runScript()
      expect(await side.live()).toBe(good)
    })

    test('without an answer of systemd, quick starts are counted', async () => {
      await using trialOf = await begun(shell)
      const { side } = trialOf
      side.systemd = undefined
      for (let i = 0; i < 2; i++) await side.runScript()
      expect(await trialOf.ports.rescue.report()).toMatchObject({ starts: 2 })
      await trialOf.wait(60)
      await side.runScript()
      expect(await trialOf.ports.rescue.report()).toMatchObject({ starts: 2 })
      await side.runScript()
      expect(await side.live()).toBe(good)
    })

    test.each([
      ['torn', (text: string) => text.slice(0, -5)],
      ['of another boot', (text: string) => text.replace(/^\S+/, 'another')],
      ['garbage', () => '$(reboot) `reboot` ; reboot\n'],
    ])('counts that are %s are as none', async (_, change) => {
      await using trialOf = await begun(shell)
      const { side } = trialOf
      await trialOf.crashes(2)
      await writeFile(side.counts, change(await readFile(side.counts, 'utf8')))
      await trialOf.crashes(3)
      expect(await side.live()).toBe(trial)
      await trialOf.crashes(1)
      expect(await side.live()).toBe(good)
    })
  })
}
