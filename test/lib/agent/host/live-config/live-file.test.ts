import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openLiveFile } from '../../../../../src/lib/agent/host/live-config/open-live-file.ts'
import { openStateFolder } from '../../../../../src/lib/agent/host/state-folder/state-folder.ts'
import { ownContent } from '../../ports/host-side.ts'
import { type RealSide, realSide } from '../real-side.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const [first, second] = ['maxPods: 50\n', 'maxPods: 60\n']

async function metadataOf(path: string): Promise<unknown> {
  const { mode, uid, gid } = await stat(path)
  return { mode: mode & 0o7777, uid, gid }
}

test('mode and owner are those of the node, through documents and back', async () => {
  await using side = await realSide()
  await chmod(side.livePath, 0o640)
  // Only root can give a file away.
  const [uid, gid] = process.geteuid!() === 0 ? [12_345, 54_321] : [process.geteuid!(), process.getegid!()]
  await chown(side.livePath, uid, gid)
  const before = { mode: 0o640, uid, gid }
  const { live, rescue } = await side.start()
  await live.write(bytes(first))
  expect(await metadataOf(side.livePath)).toEqual(before)
  await rescue.arm({ checkpoint: 'c'.repeat(64), good: 'local', threshold: 1, stateFiles: [] })
  expect(await metadataOf(join(side.kubelet, '.config.yaml.kubeletcfg-good'))).toEqual(before)
  // Another program made a file of its own.
  await side.edit('edited')
  await live.restoreLocal()
  expect(await metadataOf(side.livePath)).toEqual(before)
  expect(await side.live()).toBe(ownContent)
})

test.each([
  ['relative', '../etc/kubelet.yaml'],
  ['absolute', undefined],
])('a %s symbolic link is kept, and what it leads to is replaced', async (_, to) => {
  await using side = await realSide()
  const target = join(side.folder, 'etc', 'kubelet.yaml')
  await mkdir(join(side.folder, 'etc'))
  await rename(side.livePath, target)
  await symlink(to ?? target, side.livePath)
  const { live, rescue } = await side.start()
  await live.write(bytes(first))
  expect([await readlink(side.livePath), await readFile(target, 'utf8')]).toEqual([to ?? target, first])
  await rescue.arm({ checkpoint: 'c'.repeat(64), good: 'local', threshold: 1, stateFiles: [] })
  await side.kubeletStarts('administrator')
  await side.kubeletStarts('automatic')
  expect([await readlink(side.livePath), await readFile(target, 'utf8')]).toEqual([to ?? target, ownContent])
  expect(await live.read()).toMatchObject({ content: 'local' })
})

test('links that lead nowhere are a refusal', async () => {
  await using side = await realSide()
  await rm(side.livePath)
  await symlink('config.yaml', side.livePath)
  const { live } = await side.start()
  await expect(live.write(bytes(first))).rejects.toMatchObject({ code: 'refused', fact: { errno: 'ELOOP' } })
})

test('links below the root folder of a host do not lead out of it', async () => {
  await using side = await realSide()
  const root = join(side.folder, 'host')
  await mkdir(join(root, 'etc'), { recursive: true })
  await mkdir(join(root, 'var/lib'), { recursive: true })
  await writeFile(join(root, 'etc/kubelet.yaml'), ownContent)
  await symlink('/etc', join(root, 'var/lib/kubelet'))
  const { moment } = side
  const stateFolder = await openStateFolder(side.state)
  const place = { mode: 'file', config: '/var/lib/kubelet/kubelet.yaml' } as const
  const live = await openLiveFile(place, { stateFolder, root, moment })
  await live.write(bytes(first))
  expect(await readFile(join(root, 'etc/kubelet.yaml'), 'utf8')).toBe(first)
})

test('the label of SELinux is that of the live file', async () => {
  await using side = await realSide()
  const root = join(side.folder, 'root')
  await mkdir(join(root, 'sys/fs/selinux'), { recursive: true })
  await writeFile(join(root, 'sys/fs/selinux/enforce'), '1')
  await writeFile(join(root, 'config.yaml'), ownContent)
  const log = join(side.folder, 'chcon')
  await writeFile(join(side.folder, 'bin', 'chcon'), `#!/bin/sh\necho "$@" >>'${log}'\n`, { mode: 0o755 })
  const path = process.env['PATH']
  process.env['PATH'] = `${join(side.folder, 'bin')}:${path}`
  try {
    const stateFolder = await openStateFolder(side.state)
    const place = { mode: 'file', config: '/config.yaml' } as const
    const live = await openLiveFile(place, { stateFolder, root, moment: side.moment })
    await live.write(bytes(first))
    const [said] = (await readFile(log, 'utf8')).split('\n')
    expect(said).toMatch(/^--reference=\S+\/root\/config\.yaml -- \S+\/root\/\.config\.yaml\.kubeletcfg-\w+\.tmp$/)
    await writeFile(join(side.folder, 'bin', 'chcon'), '#!/bin/sh\necho no right >&2\nexit 1\n', { mode: 0o755 })
    const fact = { reason: 'LabelNotCopied', programMessage: 'no right' }
    await expect(live.write(bytes(second))).rejects.toMatchObject({ code: 'refused', fact })
    expect(await readFile(join(root, 'config.yaml'), 'utf8')).toBe(first)
  } finally {
    process.env['PATH'] = path
  }
})

/** The state folder is lost, or its record is damaged. */
const losses: Readonly<Record<string, (side: RealSide) => Promise<void>>> = {
  'without its state folder': (side) => rm(side.state, { recursive: true }),
  'with damaged records': async (side) => {
    const live = join(side.state, 'live')
    for (const name of await readdir(live)) await writeFile(join(live, name, 'record.json'), '{')
  },
}

test.each(Object.entries(losses))('an agent %s still knows the original from its own document', async (_, lose) => {
  for (const mode of ['file', 'drop-in', 'unit'] as const) {
    await using side = await realSide(mode)
    await (await side.start()).live.write(bytes(first))
    await lose(side)
    const { live } = await side.start()
    expect(await live.read()).toMatchObject({ content: 'ours' })
    await live.captureLocal()
    await live.write(bytes(second))
    await live.restoreLocal()
    expect(await side.live()).toBe(mode === 'drop-in' ? undefined : ownContent)
  }
})

test('one damaged copy of the original does not matter, and two are a refusal', async () => {
  await using side = await realSide()
  const { live } = await side.start()
  await live.write(bytes(first))
  await writeFile(`${side.livePath}.kubeletcfg-original`, 'damage')
  expect(new TextDecoder().decode(await live.readLocal())).toBe(ownContent)
  const [folder = ''] = await readdir(join(side.state, 'live'))
  await writeFile(join(side.state, 'live', folder, 'original'), 'damage')
  await expect(live.restoreLocal()).rejects.toMatchObject({ code: 'refused', fact: { reason: 'OriginalLost' } })
  expect(await side.live()).toBe(first)
})

test('while the rescue is armed for it, the original has a third copy', async () => {
  await using side = await realSide()
  const { live, rescue } = await side.start()
  await live.write(bytes(first))
  const arm = () => rescue.arm({ checkpoint: 'c'.repeat(64), good: 'local', threshold: 1, stateFiles: [] })
  await arm()
  await writeFile(`${side.livePath}.kubeletcfg-original`, 'damage')
  const [folder = ''] = await readdir(join(side.state, 'live'))
  await writeFile(join(side.state, 'live', folder, 'original'), 'damage')
  await arm()
  await live.restoreLocal()
  expect(await side.live()).toBe(ownContent)
})

test('uninstalled, nothing of ours is left beside the live file', async () => {
  for (const mode of ['file', 'drop-in', 'unit'] as const) {
    await using side = await realSide(mode)
    const place =
      mode === 'drop-in'
        ? { mode, folder: join(side.folder, 'conf.d') }
        : { mode, config: join(side.kubelet, 'config.yaml') }
    await (await side.start()).live.write(bytes(first))
    const live = await openLiveFile(place, { stateFolder: side.state, root: '/', moment: side.moment })
    await live.prepare('local')
    await live.leave()
    const expected = { file: ['config.yaml'], 'drop-in': ['config.yaml'], unit: ['config.yaml', 'kubeletcfg.yaml'] }
    expect((await readdir(side.kubelet)).toSorted()).toEqual(expected[mode])
    expect(await readdir(join(side.folder, 'conf.d'))).toEqual([])
    expect(await readFile(join(side.kubelet, 'config.yaml'), 'utf8')).toBe(ownContent)
    // The unit may still name it: it is removed with the drop-in of the unit.
    if (mode === 'unit') expect((await lstat(side.livePath)).isSymbolicLink()).toBe(true)
  }
})
