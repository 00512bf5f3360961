import { chmod, lstat, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { scriptPath } from '../../../../../src/lib/agent/host/rescue/install-script.ts'
import { ownContent } from '../../ports/host-side.ts'
import { begun, checkpoint, good, trial } from './begun.ts'

/** What the script promises, in one shell. */
export function describeScript(shell: readonly string[]): void {
  describe(`in ${shell.join(' ')}`, () => {
    test('a rescue, with what it says', async () => {
      await using trialOf = await begun(shell)
      const { side, ports, crashes } = trialOf
      await crashes(2)
      side.systemd = { restarts: 3 }
      const { exit, stdout, stderr } = await side.runScript()
      expect({ exit, stdout, stderr }).toEqual({
        exit: 0,
        stdout: '',
        stderr: `kubeletcfg rescue: the kubelet ended by itself 3 times with document ${checkpoint}: putting the last good configuration back\n`,
      })
      expect(await side.live()).toBe(good)
      expect((await stat(side.livePath)).mode & 0o777).toBe(0o644)
      expect(await ports.rescue.report()).toEqual({ checkpoint, starts: 3, rescued: true, bootId: expect.any(String) })
    })

    test.each(['file', 'folder'])(
      'what is put back is on the disk before the orders are gone: sync of a %s',
      async (what) => {
        await using trialOf = await begun(shell)
        const { side, orders, crashes } = trialOf
        const log = join(side.folder, 'syncs')
        await side.setStateFile('cpu_manager_state.kubeletcfg-aside', 'good')
        // There was none before the trial.
        for (const suffix of ['', '.kubeletcfg-none']) await side.setStateFile(`memory_manager_state${suffix}`, '')
        if (what === 'file') await rm(join(side.kubelet, '.config.yaml.kubeletcfg-good'))
        const read = `cat '${side.livePath}' '${side.kubelet}/cpu_manager_state'; ls '${side.kubelet}' | grep memory`
        const seen = `"$*" "$(${read})" "$(ls '${orders}' 2>/dev/null)"`
        await writeFile(join(side.folder, 'bin', 'sync'), `#!/bin/sh\nprintf '%s|' ${seen} >>'${log}'\n`, {
          mode: 0o755,
        })
        await crashes(3)
        const texts = (await readFile(log, 'utf8')).split('|').slice(0, -1)
        const syncs = Array.from({ length: texts.length / 3 }, (_, i) => texts.slice(3 * i, 3 * i + 3))
        expect(syncs.slice(-2)).toEqual([
          [`${side.kubelet} ${side.kubelet}`, `${good}goodmemory_manager_state.kubeletcfg-none`, orders],
          [join(side.state, 'rescue'), `${good}good`, ''],
        ])
      },
    )

    test('a disk that does not sync keeps no kubelet from its last good configuration', async () => {
      await using trialOf = await begun(shell)
      await writeFile(join(trialOf.side.folder, 'bin', 'sync'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      await trialOf.crashes(3)
      expect(await trialOf.side.live()).toBe(good)
      expect(await trialOf.ports.rescue.report()).toMatchObject({ starts: 3, rescued: true })
    })

    test('without the prepared file, the copy in the state folder is put back, with the mode of the live file', async () => {
      await using trialOf = await begun(shell, 'local')
      await chmod(trialOf.side.livePath, 0o640)
      await rm(join(trialOf.side.kubelet, '.config.yaml.kubeletcfg-good'))
      await trialOf.crashes(3)
      expect(await trialOf.side.live()).toBe(ownContent)
      expect((await stat(trialOf.side.livePath)).mode & 0o777).toBe(0o640)
    })

    test.each(['a live file that is gone', 'a prepared file that is a link', 'a prepared file that is damaged'])(
      'in spite of %s',
      async (what) => {
        await using trialOf = await begun(shell)
        const prepared = join(trialOf.side.kubelet, '.config.yaml.kubeletcfg-good')
        if (what.includes('live')) await rm(trialOf.side.livePath)
        else await rm(prepared)
        if (what.includes('link')) await symlink('/etc/passwd', prepared)
        if (what.includes('damaged')) await writeFile(prepared, 'maxPods: 5')
        await trialOf.crashes(3)
        expect(await trialOf.side.live()).toBe(good)
        expect((await lstat(trialOf.side.livePath)).isFile()).toBe(true)
      },
    )

    test('damage to both copies leaves the live file as it is', async () => {
      await using trialOf = await begun(shell)
      const { side } = trialOf
      await writeFile(join(side.kubelet, '.config.yaml.kubeletcfg-good'), '')
      const digest = (await readFile(trialOf.orders, 'utf8')).match(/^good file (\w+)$/m)![1]!
      await writeFile(join(side.state, 'rescue', `good-${digest}`), '')
      await trialOf.crashes(5)
      expect(await side.live()).toBe(trial)
      expect(await trialOf.ports.rescue.report()).toMatchObject({ rescued: false, starts: 5 })
    })

    test.each([
      ['empty', () => ''],
      ['cut off', (text: string) => text.slice(0, -4)],
      ['with a threshold that is no number', (text: string) => text.replace('threshold 3', 'threshold $(touch /)')],
      ['with a threshold of 0', (text: string) => text.replace('threshold 3', 'threshold 0')],
      ['with a relative path', (text: string) => text.replace(/^live \//m, 'live ')],
      ['with another kind of content', (text: string) => text.replace('good file', 'good device')],
      ['binary', () => '\0\u0001\n'.repeat(100)],
    ])('orders that are %s are not obeyed', async (_, tear) => {
      await using trialOf = await begun(shell)
      await writeFile(trialOf.orders, tear(await readFile(trialOf.orders, 'utf8')))
      await trialOf.crashes(5)
      expect(await trialOf.side.live()).toBe(trial)
      expect(await trialOf.ports.rescue.report()).toBeUndefined()
    })

    test('orders that are a link are not read', async () => {
      await using trialOf = await begun(shell)
      await rename(trialOf.orders, `${trialOf.orders}.real`)
      await symlink('orders.real', trialOf.orders)
      await trialOf.crashes(5)
      expect(await trialOf.side.live()).toBe(trial)
    })

    test('what hangs is given up in time, and the start goes on', async () => {
      await using trialOf = await begun(shell)
      const { side } = trialOf
      const script = await readFile(scriptPath(side.state), 'utf8')
      await writeFile(scriptPath(side.state), script.replace('time_limit=20', 'time_limit=1'))
      await writeFile(join(side.folder, 'bin', 'sha256sum'), '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 })
      await trialOf.crashes(2)
      side.systemd = { restarts: 9 }
      // Not to the test: what was given up still has it open. systemd waits for the script alone, too.
      const log = join(side.folder, 'log')
      const before = Date.now()
      const { exit } = await side.runScript(['sh', '-c', '"$@" >"$0" 2>&1', log, ...shell])
      expect(Date.now() - before).toBeLessThan(20_000)
      expect(exit).toBe(0)
      expect(await readFile(log, 'utf8')).toMatch(/gave up\n$/)
    })

    test('a systemctl that hangs is given up, and the start is counted by time', async () => {
      await using trialOf = await begun(shell)
      const { side } = trialOf
      const script = await readFile(scriptPath(side.state), 'utf8')
      await writeFile(scriptPath(side.state), script.replace('limited 3 systemctl', 'limited 1 systemctl'))
      await writeFile(join(side.folder, 'bin', 'systemctl'), '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 })
      await side.runScript()
      expect(await trialOf.ports.rescue.report()).toMatchObject({ starts: 1 })
    })
  })
}
