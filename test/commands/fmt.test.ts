import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectGolden } from '../support/golden.ts'
import { runHosted } from '../support/run-hosted.ts'

const canonical = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
maxPods: 16
failSwapOn: true # c
`
const clumsy = `failSwapOn: yes # c
maxPods: 0x10
kind: "KubeletConfiguration"
apiVersion: kubelet.config.k8s.io/v1beta1
`

/** An escape in a quantity: the kubelet does not undo it. */
const odd = `{"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "reservedMemory": [{"limits": {"memory": "\\u0031Gi"}}]}`

/** A folder of its own for each test, with one file of each kind. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'fmt-'))
  mkdirSync(join(path, 'nodes'))
  for (const [name, text] of Object.entries({ 'a.yaml': clumsy, 'b.yaml': canonical, 'c.yaml': 'kind: Pod\n' }))
    writeFileSync(join(path, 'nodes', name), text)
  mkdirSync(join(path, 'systemd'))
  for (const [name, text] of Object.entries({
    '10-kubeadm.conf': '[Service]\nExecStart=\n',
    '90-pods.conf': canonical,
    'broken.yaml': 'apiVersion: v1\nkind: Pod\n\tb: 2\n',
  }))
    writeFileSync(join(path, 'systemd', name), text)
  mkdirSync(join(path, 'nothing'))
  writeFileSync(join(path, 'nothing', 'c.yaml'), 'kind: Pod\n')
  writeFileSync(join(path, 'odd.json'), odd)
  writeFileSync(join(path, 'broken.yaml'), `${canonical}a: [\n`)
  return path
}

const fmt = (args: readonly string[], input = '') => runHosted(['kubeletcfg', 'fmt', ...args], { input })

test.each([
  ['check', 3, ['--check', 'nodes']],
  ['check-quiet', 0, ['--check', 'nodes/b.yaml']],
  ['several', 2, ['nodes']],
  ['foreign', 3, ['nodes/c.yaml']],
  ['hint', 3, ['--check', 'odd.json', 'nodes/a.yaml']],
  ['folder', 3, ['--check', '.']],
  ['passed-over', 0, ['--check', 'systemd']],
  ['nothing', 3, ['--check', 'nothing']],
  ['one', 0, ['systemd']],
  ['stdin-write', 2, ['--write', '-']],
])('fmt: %s', async (name, expected, args) => {
  const path = folder()
  const { stdout, stderr, exit } = await fmt(args.map((arg) => (/^-/.test(arg) ? arg : join(path, arg))))
  expectGolden(`${stdout}${stderr}`.replaceAll(`${path}/`, ''), `fmt/${name}.txt`)
  expect(exit).toBe(expected)
})

test('stdin goes to stdout', async () => {
  expect(await fmt(['-'], clumsy)).toEqual({ stdout: canonical, stderr: '', exit: 0 })
})

test('--write changes what differs: mode, links and other files stay', async () => {
  const path = folder()
  const [target, link] = [join(path, 'nodes', 'a.yaml'), join(path, 'link.yaml')]
  chmodSync(target, 0o640)
  symlinkSync(target, link)
  const before = statSync(join(path, 'nodes', 'b.yaml')).ino
  expect(await fmt(['-w', link, join(path, 'nodes', 'b.yaml')])).toMatchObject({ stdout: '', exit: 0 })
  expect(readFileSync(target, 'utf8')).toBe(canonical)
  expect([statSync(target).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([0o640, true])
  expect(statSync(join(path, 'nodes', 'b.yaml')).ino).toBe(before)
  expect(readdirSync(join(path, 'nodes'))).toEqual(['a.yaml', 'b.yaml', 'c.yaml'])
})

test('what cannot be read or written does not keep the others from being written', async () => {
  const path = folder()
  // The name of the file that takes its place for a moment would be too long.
  const unwritable = `${'x'.repeat(245)}.yaml`
  writeFileSync(join(path, 'nodes', unwritable), clumsy)
  const { stderr, exit } = await fmt(['-w', path])
  expect(stderr).toContain('broken.yaml:5:4: error READ-SYNTAX')
  expect(stderr).toContain(`${unwritable}: cannot be written: its name is too long\n`)
  expect(stderr).toContain('\nchanged 1 of 6 files\n')
  expect(exit).toBe(3)
  expect(readFileSync(join(path, 'nodes', 'a.yaml'), 'utf8')).toBe(canonical)
})

test('a file with two names is changed once, and is no conflict', async () => {
  const path = folder()
  symlinkSync('a.yaml', join(path, 'nodes', 'link.yaml'))
  symlinkSync('nodes', join(path, 'ln'))
  const run = await fmt(['-w', join(path, 'nodes'), join(path, 'ln', 'a.yaml')])
  expect(run).toMatchObject({ stderr: expect.stringContaining('changed 1 of 2 files'), exit: 0 })
})

test('the same files are passed over as by validate, with the same words', async () => {
  const path = folder()
  const [{ stderr }, formatted] = [await runHosted(['kubeletcfg', 'validate', path]), await fmt(['--check', path])]
  const passedOver = stderr.split('\n').filter((line) => line.includes('skipped'))
  expect(passedOver.map((line) => line.replaceAll(`${path}/`, ''))).toEqual([
    'skipped 3 files without a KubeletConfiguration',
    'warning: systemd/broken.yaml:3:1: skipped: cannot be read: tab in the indentation: use spaces',
  ])
  expect(formatted.stderr.split('\n')).toEqual(expect.arrayContaining(passedOver))
})
