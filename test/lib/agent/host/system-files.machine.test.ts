import { chmod, chown, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { systemFiles } from '../../../../src/lib/agent/host/system-files.ts'

const user = 1000

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'system-files-'))
  await chmod(root, 0o755)
  folder = join(root, 'opt', 'bin')
  await mkdir(folder, { recursive: true })
})

describe('a file that equals what is wanted', () => {
  const text = 'the program'
  test.each([
    ['of root', {}, true],
    ['of a user', { uid: user }, false],
    ['that others may write', { mode: 0o757 }, false],
    ['that its group may write', { mode: 0o775 }, false],
  ])('%s', async (_, { uid = 0, mode = 0o755 }: { uid?: number; mode?: number }, equals) => {
    const [path, of] = [join(folder, 'kubeletcfg'), join(root, 'source')]
    for (const each of [path, of]) await writeFile(each, text)
    await chmod(path, mode)
    await chown(path, uid, 0)
    expect(await systemFiles.find({ path, mode: 0o755, content: { kind: 'copy', of } })).toMatchObject({ equals })
    expect(await systemFiles.find({ path, mode: 0o755, content: { kind: 'text', text } })).toMatchObject({ equals })
  })
})

describe('who else writes to a folder', () => {
  const opt = () => join(root, 'opt')
  test.each<[string, () => Promise<void>, (() => string) | undefined]>([
    ['nobody', async () => undefined, undefined],
    ['everybody', () => chmod(folder, 0o777), () => folder],
    ['everybody, with a sticky bit', () => chmod(folder, 0o1777), () => folder],
    ['everybody, above it', () => chmod(opt(), 0o777), opt],
    ['everybody above it, where a sticky bit keeps what is there', () => chmod(opt(), 0o1777), undefined],
    ['a user', () => chown(folder, user, 0), () => folder],
    ['a user, above it', () => chown(opt(), user, 0), opt],
    ['a group', () => chown(folder, 0, user).then(() => chmod(folder, 0o775)), () => folder],
    ['a group that may only read', () => chown(folder, 0, user), undefined],
    ['the group root', () => chmod(folder, 0o775), undefined],
    ['the staff of Debian', () => chown(folder, 0, 50).then(() => chmod(folder, 0o2775)), undefined],
  ])('%s', async (_, arrange, found) => {
    await arrange()
    expect((await systemFiles.whoElseWrites(folder))?.path).toBe(found?.())
    // What is made there later is as safe as the nearest folder that is there.
    const nearest = await systemFiles.whoElseWrites(join(folder, 'not', 'there'))
    expect(nearest?.path).toBe(found?.())
  })

  test('a link counts as where it leads', async () => {
    await chmod(folder, 0o777)
    const link = join(root, 'link')
    await symlink(folder, link)
    expect((await systemFiles.whoElseWrites(link))?.path).toBe(folder)
  })
})
