import { chmod, chown, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { fileOf } from '../support/installed.ts'
import { type Ran, runProcess } from '../support/run-process.ts'

const version = /^kubeletcfg\/\d+\.\d+\.\d+/
const fine = { exit: 0, stderr: '', stdout: expect.stringMatching(version) }

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})

const start = (env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  runProcess(process.execPath, [fileOf('kubeletcfg'), '--version'], { env: { HOME: home, ...env } })

/** All files below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('compiled code', () => {
  test.each([
    ['in the cache folder of the user', () => ({}), '.cache/kubeletcfg'],
    ['where XDG_CACHE_HOME says', () => ({ XDG_CACHE_HOME: join(home, 'xdg') }), 'xdg/kubeletcfg'],
    ['there too when XDG_CACHE_HOME is relative', () => ({ XDG_CACHE_HOME: 'xdg' }), '.cache/kubeletcfg'],
    ['where NODE_COMPILE_CACHE says', () => ({ NODE_COMPILE_CACHE: join(home, 'own') }), 'own'],
  ])('is kept %s', async (_where, env, folder) => {
    if (folder.startsWith('xdg')) await mkdir(join(home, 'xdg'), { mode: 0o755 })
    expect(await start(env())).toMatchObject(fine)
    const files = await filesIn(home)
    expect(files).not.toEqual([])
    expect(files.filter((file) => !file.startsWith(join(home, folder)))).toEqual([])
  })

  test('is not cached if Node.js is told not to', async () => {
    expect(await start({ NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject(fine)
    expect(await filesIn(home)).toEqual([])
  })

  test.each([
    ['others may write the folder', () => prepare((folder) => chmod(folder, 0o777))],
    ['a group may write the folder', () => prepare((folder) => chmod(folder, 0o775))],
    ['others may write the folder above', () => prepare(() => chmod(join(home, '.cache'), 0o777))],
    ['others may write HOME', () => prepare(() => chmod(home, 0o777))],
    ['the folder belongs to another user', () => prepare((folder) => chown(folder, 12_345, 12_345))],
    ['HOME belongs to another user, as under sudo', () => chown(home, 12_345, 12_345)],
    ['the folder is a link', () => mkdir(join(home, '.cache')).then(() => symlink(tmpdir(), cache()))],
    ['a file has its name', () => mkdir(join(home, '.cache')).then(() => writeFile(cache(), ''))],
    ['there is no HOME', () => moveHome('')],
    ['HOME does not exist', () => moveHome('/nonexistent')],
    ['HOME cannot be written', () => moveHome('/proc/self')],
    ['HOME is a file system that makes no folders', () => moveHome('/proc')],
  ])('is neither kept nor used when %s', async (_fault, make) => {
    await make()
    expect(await start()).toMatchObject(fine)
    if (home.startsWith(tmpdir()))
      expect(await filesIn(home).then((files) => files.filter((file) => file !== cache()))).toEqual([])
  })

  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (code: Buffer) => code.subarray(0, code.length / 2)],
    ['changed', (code: Buffer) => Buffer.from(code.map((byte, at) => (at > 100 ? byte ^ 0x55 : byte)))],
    ['other bytes', (code: Buffer) => Buffer.alloc(code.length, 'x')],
  ])('that is %s is not used', async (_how, damage) => {
    await start()
    const files = await filesIn(cache())
    expect(files).not.toEqual([])
    for (const file of files) await writeFile(file, damage(await readFile(file)))
    expect(await start()).toMatchObject(fine)
  })

  test('is not an error where the disk is full', async () => {
    await mkdir(cache(), { recursive: true, mode: 0o700 })
    const command = `mount -t tmpfs -o size=4k,mode=700 none '${cache()}' && exec '${process.execPath}' '${fileOf('kubeletcfg')}' --version`
    const ran = await runProcess('unshare', ['--mount', '--map-root-user', 'sh', '-c', command], {
      env: { HOME: home, PATH: process.env['PATH'] },
    })
    expect(ran).toMatchObject(fine)
  })
})

async function moveHome(to: string): Promise<void> {
  home = to
}

const cache = (): string => join(home, '.cache', 'kubeletcfg')

async function prepare(change: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(cache(), { recursive: true, mode: 0o700 })
  await change(cache())
}
