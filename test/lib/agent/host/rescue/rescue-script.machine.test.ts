import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { rescueDropIn } from '../../../../../src/lib/agent/host/rescue/install-script.ts'
import { rescueScript } from '../../../../../src/lib/agent/host/rescue/script.ts'
import { begun } from './begun.ts'
import { describeScript } from './describe-script.ts'

describeScript(['sh'])

test('a folder that is not there, or cannot be written to, does not fail a start', async () => {
  await using trialOf = await begun()
  const { side } = trialOf
  await rm(side.kubelet, { recursive: true })
  await rm(join(side.folder, 'run'), { recursive: true })
  await trialOf.crashes(5)
  expect((await side.runScript()).exit).toBe(0)
  await rm(join(side.state, 'rescue', 'orders'))
  await mkdir(join(side.state, 'rescue', 'orders'))
  expect(await side.runScript()).toEqual({ exit: 0, stdout: '', stderr: '' })
})

test('the drop-in names the script in words of systemd', () => {
  expect(rescueDropIn('/var/lib/kubeletcfg')).toBe(
    '[Service]\nExecStartPre=-/bin/sh /var/lib/kubeletcfg/rescue/rescue.sh\n',
  )
  expect(rescueDropIn('/data/my "100%" $state')).toBe(
    '[Service]\nExecStartPre=-/bin/sh "/data/my \\"100%%\\" $$state/rescue/rescue.sh"\n',
  )
})

test('the script uses what every system has', () => {
  const words = rescueScript.replaceAll(/^\s*#.*$/gm, '').match(/[a-z_0-9]+/g) ?? []
  for (const forbidden of ['local', 'function', 'source', 'timeout', 'node', 'curl', 'python', 'awk', 'mktemp'])
    expect(words.filter((one) => one === forbidden && forbidden !== 'source')).toEqual([])
})
