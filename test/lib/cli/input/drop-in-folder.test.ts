import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { findDropIns } from '../../../../src/lib/cli/input/drop-in-folder.ts'
import { readDropIns } from '../../../../src/lib/offline/validate/drop-ins.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const { signal } = new AbortController()
const top = mkdtempSync(join(tmpdir(), 'drop-ins-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

function folder(name: string, ...files: readonly string[]): string {
  const path = join(top, name)
  mkdirSync(path)
  for (const file of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), header)
  }
  return path
}

/** What is read, in order, and the findings, without the folder. */
async function found(path: string) {
  const where = await findDropIns(path, signal)
  const { layers, findings } = await readDropIns(where)
  const short = (file = '') => file.replace(top, '').replace(/^\/[^/]*\/?/, '')
  return {
    read: layers.map(({ file }) => short(file)),
    findings: findings.map(({ rule, file, message }) => `${rule} ${short(file)}: ${message}`),
  }
}

test('names are read in the order of their bytes, a folder in the place of its name', async () => {
  const names = [
    'ä.conf',
    'z.conf',
    'B.conf',
    '10.conf',
    '9.conf',
    'sub/1.conf',
    'sub.conf',
    'sub-a.conf',
    '.conf',
    'x.conf/y.conf',
  ]
  const { read } = await found(folder('order', ...names))
  expect(read).toEqual([
    '.conf',
    '10.conf',
    '9.conf',
    'B.conf',
    'sub/1.conf',
    'sub-a.conf',
    'sub.conf',
    'x.conf/y.conf',
    'z.conf',
    'ä.conf',
  ])
})

test('an empty folder is fine, a missing one is not', async () => {
  expect(await found(folder('empty'))).toEqual({ read: [], findings: [] })
  expect((await found(join(top, 'absent'))).findings).toEqual(['READ-FILE : no such file'])
})

test('a link as the folder is not followed, unless its name ends in a slash', async () => {
  const path = folder('linked', 'a.conf')
  symlinkSync(path, join(top, 'link'))
  expect(await found(join(top, 'link'))).toMatchObject({
    read: [],
    findings: [expect.stringMatching(/^DROPIN-FOLDER : is a link/)],
  })
  expect(await found(`${join(top, 'link')}/`)).toEqual({ read: ['a.conf'], findings: [] })
})

test('a file in place of the folder is read by its name', async () => {
  const path = folder('files', 'a.conf', 'b.yaml')
  expect(await found(join(path, 'a.conf'))).toEqual({ read: ['a.conf'], findings: [] })
  expect((await found(join(path, 'b.yaml'))).findings).toEqual([
    expect.stringMatching(/^DROPIN-FOLDER b.yaml: is a file/),
  ])
})

test('links in it are files: one to a file is read, to nothing and to a folder they stop the kubelet', async () => {
  const path = folder('links', 'a.conf')
  symlinkSync('a.conf', join(path, 'b.conf'))
  symlinkSync('nowhere', join(path, 'c.conf'))
  symlinkSync('.', join(path, 'loop.conf'))
  symlinkSync('.', join(path, 'loop'))
  symlinkSync('self.conf', join(path, 'self.conf'))
  expect(await found(path)).toEqual({
    read: ['a.conf', 'b.conf'],
    findings: [
      "READ-FILE c.conf: is a symbolic link to 'nowhere', which does not exist",
      'READ-FILE loop.conf: is a folder, not a file',
      expect.stringMatching(/^READ-FILE self.conf: cannot be read/),
    ],
  })
})

test('a pipe stops the kubelet, which waits at it, and is not waited at', async () => {
  const path = folder('pipes', 'b.conf')
  for (const name of ['a.conf', 'README']) execFileSync('mkfifo', [join(path, name)])
  symlinkSync('README', join(path, 'c.conf'))
  symlinkSync('README', join(path, 'notes'))
  expect(await found(path)).toEqual({
    read: ['b.conf'],
    findings: [
      'READ-FILE a.conf: is a pipe, at which a kubelet waits without end',
      'READ-FILE c.conf: is a pipe, at which a kubelet waits without end',
    ],
  })
})

test('a name that is not UTF-8 is read in the order of its bytes, as all are', async () => {
  const path = folder('bytes', 'z.conf', 'ﬀ.conf', '\u{1F600}.conf')
  writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xfb]), Buffer.from('.conf')]), header)
  expect(await found(path)).toEqual({ read: ['z.conf', 'ﬀ.conf', '\u{1F600}.conf', '\uFFFD.conf'], findings: [] })
})

test('10,000 files', async () => {
  const path = folder('many', ...Array.from({ length: 10_000 }, (_, index) => `${index}.conf`))
  const { read, findings } = await found(path)
  expect([read.length, read[1], read[2], findings]).toEqual([10_000, '1.conf', '10.conf', []])
})
