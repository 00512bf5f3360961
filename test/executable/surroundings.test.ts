import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { librariesOf } from '../../scripts/build/image/libraries.ts'
import { inEmptyRoot } from '../../scripts/smoke/empty-root.ts'
import { examples, executable, programs, runExecutable } from './executable.ts'

const document = join(examples, 'kubelet.yaml')
const valid = { exit: 0, stderr: '', stdout: `${document}: valid for kubelet 1.37\n` }

test('needs the libraries that docs/install.md lists', async () => {
  const libraries = await librariesOf(executable)
  expect(libraries.map(({ path }) => path.replace(/.*\//, '').replace(/^ld-linux.*/, 'ld-linux')).toSorted()).toEqual([
    'ld-linux',
    'libc.so.6',
    'libdl.so.2',
    'libgcc_s.so.1',
    'libm.so.6',
    'libpthread.so.0',
    'libstdc++.so.6',
  ])
})

test.each([
  ['GLIBC', '2.28'],
  ['GLIBCXX', '3.4.21'],
  ['CXXABI', '1.3.11'],
])('needs no symbol that is newer than %s_%s, as docs/install.md says', async (family, newest) => {
  const { stdout } = await promisify(execFile)('readelf', ['--version-info', executable], { maxBuffer: 1 << 26 })
  const versions = [...stdout.matchAll(new RegExp(`Name: ${family}_([\\d.]+)`, 'g'))].map(([, version]) => version!)
  const numeric = new Intl.Collator('en', { numeric: true }).compare
  expect(versions.toSorted(numeric).at(-1)).toBe(newest)
})

describe('in an empty root', () => {
  test.each(['libstdc++', 'libgcc_s'])('without %s, the dynamic linker names it', async (library) => {
    const { stderr, exit } = await inEmptyRoot('kubeletcfg --version', { programs, without: [library] })
    expect(stderr).toMatch(`kubeletcfg: error while loading shared libraries: ${library}.so.`)
    expect(exit).toBe(127)
  })

  test('on a noexec mount, the shell refuses it', async () => {
    const { stderr, exit } = await inEmptyRoot('kubeletcfg --version', { programs, mountOptions: 'noexec' })
    expect(stderr).toContain('Permission denied')
    expect(exit).toBe(126)
  })

  test('with a noexec /tmp, a command of the sandbox finds both programs', async () => {
    const script = `kubeletcfg sandbox --load /examples/workload.yaml -- sh -ec 'kubeletcfg list; nodesize get node-a'`
    const { stdout, stderr, exit } = await inEmptyRoot(script, { programs, tmpOptions: 'noexec' })
    expect({ stderr, exit }).toEqual({ stderr: expect.not.stringContaining('error'), exit: 0 })
    expect(stdout).toMatch(/^node-a /m)
  })

  test.each(['/', '/nonexistent', ''])('with HOME=%s and nothing that can be written, reading works', async (HOME) => {
    const script = 'kubeletcfg --help >/dev/null && kubeletcfg validate /examples/kubelet.yaml'
    const ran = await inEmptyRoot(script, { programs, hasTmp: false, env: { HOME } })
    expect(ran).toEqual({ exit: 0, stderr: '', stdout: '/examples/kubelet.yaml: valid for kubelet 1.37\n' })
  })

  test('without /tmp, what needs a folder says so', async () => {
    const { stderr, exit } = await inEmptyRoot('kubeletcfg sandbox -- true', { programs, hasTmp: false })
    expect(stderr).toBe(
      "error: cannot create a folder in '/tmp': no such file or folder\nhint: set TMPDIR to another folder\n",
    )
    expect(exit).toBe(2)
  })
})

test('without its run bit, the shell refuses it', async () => {
  const copy = join(await mkdtemp(join(tmpdir(), 'copy-')), 'kubeletcfg')
  await copyFile(executable, copy)
  await chmod(copy, 0o644)
  const { stderr, exit } = await runExecutable(['/bin/sh', '-c', `'${copy}' --version`])
  expect(stderr).toMatch(/kubeletcfg: Permission denied\n$/)
  expect(exit).toBe(126)
})

describe('the environment of Node.js', () => {
  test.each([
    ['NODE_OPTIONS', '--require=/nonexistent.cjs'],
    ['NODE_OPTIONS', '--no-such-option'],
    ['NODE_OPTIONS', '--inspect-brk=127.0.0.1:1'],
    ['NODE_OPTIONS', '--import=data:text/javascript,process.exit(9)'],
    ['NODE_PATH', '/nonexistent'],
    ['NODE_PENDING_DEPRECATION', '1'],
    ['NODE_COMPILE_CACHE', '/dev/null/cache'],
  ])('%s=%s changes nothing', async (name, value) => {
    expect(await runExecutable(['kubeletcfg', 'validate', document], { env: { [name]: value } })).toEqual(valid)
  })

  test('NODE_REPL_EXTERNAL_MODULE is refused, by Node.js itself', async () => {
    const env = { NODE_REPL_EXTERNAL_MODULE: '/nonexistent' }
    const { stderr, exit } = await runExecutable(['kubeletcfg', '--version'], { env })
    expect(stderr).toContain('NODE_REPL_EXTERNAL_MODULE')
    expect(exit).toBe(9)
  })

  test('reaches the command of the sandbox', async () => {
    const argv = ['kubeletcfg', 'sandbox', '--', 'sh', '-c', 'echo "$NODE_OPTIONS"']
    const { stdout } = await runExecutable(argv, { env: { NODE_OPTIONS: '--no-such-option' } })
    expect(stdout).toBe('--no-such-option\n')
  })

  test.each(['--inspect', '--require=/nonexistent', '--node-options=--inspect', '--experimental-sea-config', '-e'])(
    '%s is not an option of Node.js',
    async (flag) => {
      const { stderr, exit } = await runExecutable(['kubeletcfg', 'validate', flag, document])
      expect(stderr).toMatch(/^error: /)
      expect(exit).toBe(2)
    },
  )
})
