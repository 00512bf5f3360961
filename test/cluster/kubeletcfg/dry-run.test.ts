import { beforeEach, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { configuration, done, dump, globalName, leaveNoDocuments, nodeAName, push, unapplied } from './documents.ts'

const modes = [
  ['client', ' (dry run)'],
  ['server', ' (server dry run)'],
] as const

beforeEach(async () => {
  await push(configuration('maxPods: 50'), ['--global'])
})
leaveNoDocuments()

test.each(modes)('a push with --dry-run=%s shows it all, asks nothing and changes nothing', async (mode, suffix) => {
  const before = await dump()
  const args = ['push', '--filename=-', `--dry-run=${mode}`]
  const input = configuration('maxPods: 60')
  expect(await kubeletcfg([...args, '--global'], { input })).toEqual(
    done(
      `configmap/${globalName}: update for 2 nodes\n  maxPods: 50 → 60\nconfigmap/${globalName} updated (revision 2)${suffix}\n`,
      unapplied.both,
    ),
  )
  expect(await kubeletcfg([...args, '--node=node-a'], { input })).toEqual(
    done(
      [
        `configmap/${nodeAName}: create for 1 node`,
        '  compared with configmap/global-kubelet-configuration, which node-a gets now',
        '  maxPods: 50 → 60',
        `configmap/${nodeAName} created (revision 1)${suffix}`,
        '',
      ].join('\n'),
      unapplied.one,
    ),
  )
  expect(await dump()).toEqual(before)
})

test.each(modes)('a delete with --dry-run=%s deletes nothing, and remembers nothing', async (mode, suffix) => {
  const before = await dump()
  expect(await kubeletcfg(['delete', '--global', `--dry-run=${mode}`])).toEqual(
    done(
      `configmap/${globalName}: delete; 2 nodes fall back to local configuration (on-disk file or flags)\n  maxPods: 50 → (unknown)\n  (unknown): the cluster does not show the local configuration of a node\nconfigmap/${globalName} deleted${suffix}\n`,
    ),
  )
  expect(await dump()).toEqual(before)
})
