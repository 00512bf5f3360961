import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { folderView } from '../../../src/lib/host-check/folder-view.ts'
import type { HostView } from '../../../src/lib/host-check/host-view.ts'
import { ShellSession } from '../../../src/lib/host-check/shell-session.ts'
import { shellView } from '../../../src/lib/host-check/shell-view.ts'
import type { Command } from '../../../src/lib/machine/run-program.ts'
import { messageOf } from '../../../src/lib/message/describe.ts'
import { type HostFolder, hostFolder } from './host-folder.ts'

const signal = new AbortController().signal
/** A name that a shell would read as more than a name. */
const odd = "x'; touch /tmp/owned; echo $(id) `id` \\ #\n"

let files: HostFolder
let session: ShellSession

beforeAll(async () => {
  files = await hostFolder({ 'etc/text': 'a\nb\n\n', [`etc/${odd}`]: 'odd', 'etc/empty': '' })
  await files.socket('run/some.sock')
  await symlink('text', await files.make('etc/link'))
  await symlink('/etc/text', await files.make('etc/absolute'))
  await symlink('/run', await files.make('var/run'))
  await symlink('nowhere', await files.make('etc/dangling'))
  await symlink('loop', await files.make('etc/loop'))
  await symlink('../../../../../../../etc', await files.make('etc/above'))
  session = new ShellSession(['env', 'LC_ALL=C'], { signal, timeoutMs: 20_000 })
})

afterAll(async () => {
  session[Symbol.dispose]()
  await files[Symbol.asyncDispose]()
})

/** What a view answers, or why it does not. */
const answer = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: { fact: Parameters<typeof messageOf>[0] }) => messageOf(error.fact))

describe('a root folder that is mounted elsewhere', () => {
  const here = (): HostView => folderView(files.path)

  test.each([
    ['/etc', 'folder'],
    ['/etc/link', 'other'],
    // Would lead out of the root, if the kernel followed it.
    ['/etc/absolute', 'other'],
    ['/etc/above/text', 'other'],
    ['/var/run/some.sock', 'socket'],
    ['/etc/dangling', 'absent'],
    ['/etc/text/below', 'absent'],
    ['/etc/passwd', 'absent'],
    ['/etc/above/passwd', 'absent'],
    ['/etc/loop', "'/etc/loop' cannot be read: too many symbolic links"],
  ])('%s is %s', async (path, expected) => {
    expect(await answer(here().kind(path))).toBe(expected)
  })

  test('texts are of the host, through absolute links as well', async () => {
    expect(await here().text('/etc/absolute')).toBe('a\nb\n\n')
    expect(await here().resolve('/var/run/some.sock')).toBe('/run/some.sock')
    expect(await answer(here().text('/etc'))).toBe("'/etc' cannot be read: it is a folder, not a file")
  })
})

describe('a shell sees what this process sees', () => {
  const names = ['etc', 'etc/text', 'etc/empty', 'etc/link', 'run/some.sock', 'etc/dangling', 'etc/text/x', 'etc/loop']
  const both = async (ask: (view: HostView) => Promise<unknown>): Promise<readonly unknown[]> =>
    Promise.all([folderView('/'), shellView(session)].map((view) => answer(ask(view))))

  test.each([...names, `etc/${odd}`, 'etc/none'])('%j', async (name) => {
    const path = join(files.path, name)
    for (const ask of ['kind', 'text', 'link'] as const) {
      const [direct, asked] = await both((view) => view[ask](path))
      expect([ask, asked]).toEqual([ask, direct])
    }
  })

  test('a path without links, the version of cgroups, and process 1', async () => {
    const [direct, asked] = await both((view) => view.resolve(join(files.path, 'etc/link')))
    expect(asked).toBe(direct)
    const [version, askedVersion] = await both((view) => view.cgroupVersion())
    expect(askedVersion).toBe(version)
    const [name, askedName] = await both((view) => view.text('/proc/1/comm'))
    expect(askedName).toBe(name)
  })

  test('who holds a socket', async () => {
    const [direct, asked] = await Promise.all([folderView('/').sockets(), shellView(session).sockets()])
    const own = [...direct.holders].filter(([, pids]) => pids.includes(process.pid)).map(([inode]) => inode)
    expect(own.length).toBeGreaterThan(0)
    for (const inode of own) expect(asked.holders.get(inode)).toContain(process.pid)
    for (const view of [folderView('/'), shellView(session)])
      expect((await view.sockets(process.pid)).holders.get(own[0]!)).toEqual([process.pid])
  })
})

/** Root has all permissions. */
const asOther: Command = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : ['env']

test('what has no permission is no absence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'denied-'))
  try {
    await writeFile(join(folder, 'file'), '')
    await chmod(folder, 0)
    using other = new ShellSession(asOther, { signal, timeoutMs: 20_000 })
    const expected = `no permission to look at '${join(folder, 'file')}'`
    expect(await answer(shellView(other).kind(join(folder, 'file')))).toBe(expected)
    expect(await answer(shellView(other).text(join(folder, 'file')))).toBe(expected)
    expect((await shellView(other).sockets()).complete).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})
