import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { appendFile, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { archiveUri, homepageOf } from '../../scripts/build/krew/release.ts'
import { type Ran, runProcess } from '../support/run-process.ts'
import { krew, kubectl } from './programs.ts'

const { version } = JSON.parse(await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  version: string
}

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const programs = [await kubectl(), await krew()].join(delimiter)
const top = await mkdtemp(join(tmpdir(), 'krew-'))
after(() => rm(top, { recursive: true, force: true }))

const [exe, other, output] = [join(top, 'exe'), join(top, 'exe-arm64'), join(top, 'out')]
const names = ['kubeletcfg', 'nodesize']
const manifest = (name: string): string => join(output, `${name}.yaml`)
const archive = (arch: string): string => join(output, `kubeletcfg-v${version}-linux-${arch}.tar.gz`)

/** Serves what the manifests name. */
const server = createServer((request, response) => {
  createReadStream(join(output, basename(request.url ?? '')))
    .on('error', () => response.writeHead(404).end())
    .pipe(response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v{version}/{archive}`

const build = (...args: string[]) => run(process.execPath, [join(root, 'scripts/build/krew/build.ts'), ...args])

await run(process.execPath, [join(root, 'scripts/build/exe/build.ts'), exe], { maxBuffer: 2 ** 24 })
// krew installs it, and cannot run it here: the header is enough.
await mkdir(other)
const header = Buffer.alloc(64)
header.write('\x7fELF')
header.writeUInt16LE(0xb7, 18)
await writeFile(join(other, 'kubeletcfg'), header)
await writeFile(join(other, 'LICENSES'), 'Apache-2.0\n')
const sum = (folder: string) => run('sh', ['-c', 'sha256sum kubeletcfg LICENSES > SHA256SUMS'], { cwd: folder })
await sum(other)
await build('--uri', uri, '--output', output, exe, other)

/** A machine with kubectl and krew, and what krew has installed, in PATH. */
async function machine() {
  const home = await mkdtemp(join(top, 'home-'))
  const [KREW_ROOT, own] = [join(home, '.krew'), join(home, '.local', 'bin')]
  await mkdir(own, { recursive: true })
  const PATH = [own, join(KREW_ROOT, 'bin'), programs, '/usr/bin', '/bin'].join(delimiter)
  const env = { PATH, KREW_ROOT, HOME: home, TMPDIR: home }
  return {
    sh: (script: string): Promise<Ran> => runProcess('sh', ['-c', script], { env }),
    kubectl: (...args: string[]): Promise<Ran> => runProcess('kubectl', args, { env }),
  }
}

test('krew accepts the manifests, and installs every archive with its licence', async () => {
  for (const name of names) {
    const { exit, stderr } = await runProcess('validate-krew-manifest', ['-manifest', manifest(name)], {
      env: { PATH: [programs, '/usr/bin', '/bin'].join(delimiter), TMPDIR: top },
    })
    assert.equal(exit, 0, stderr)
    assert.match(stderr, /all 2 spec\.platforms installed fine/)
  }
})

test('installed by krew, both are plugins of kubectl, side by side', async () => {
  const { kubectl } = await machine()
  for (const name of names) {
    const installed = await kubectl('krew', 'install', `--manifest=${manifest(name)}`, `--archive=${archive('amd64')}`)
    assert.equal(installed.exit, 0, installed.stderr)
  }
  for (const name of names) {
    const { exit, stdout, stderr } = await kubectl(name, '--version')
    assert.deepEqual([exit, stderr], [0, ''])
    assert.match(stdout, new RegExp(`^${name}/${version.replaceAll('.', '\\.')}`))
    assert.match((await kubectl(name, '--help')).stdout, new RegExp(`\\n  kubectl ${name} \\[COMMAND\\]`))
  }
})

test('the page installs both, and kubectl completes them', async () => {
  const { sh, kubectl } = await machine()
  const page = await readFile(join(root, 'docs', 'krew.md'), 'utf8')
  const [install = '', link = ''] = [...page.matchAll(/```console\n([\s\S]*?)```/g)].map(([, lines = '']) =>
    lines.replaceAll(/^\$ /gm, '').replaceAll('v0.1.0', `v${version}`),
  )
  const { exit, stderr } = await sh(`set -e\ncd '${output}'\n${install}\n${link}`)
  assert.equal(exit, 0, stderr)
  for (const [name, begun, found] of [
    ['kubeletcfg', 'valid', /^validate\t/m],
    ['nodesize', 'unin', /^uninstall\t/m],
  ] as const)
    assert.match((await kubectl('__complete', name, begun)).stdout, found)
})

test('krew refuses an archive that is not that of the manifest', async () => {
  const altered = join(top, 'altered.tar.gz')
  await copyFile(archive('amd64'), altered)
  await appendFile(altered, 'x')
  const { kubectl } = await machine()
  const { exit, stderr } = await kubectl(
    'krew',
    'install',
    `--manifest=${manifest('nodesize')}`,
    `--archive=${altered}`,
  )
  assert.equal(exit, 1)
  assert.match(stderr, /checksum does not match/)
})

test('the same executables give the same archives and manifests', async () => {
  const again = join(top, 'again')
  await build('--uri', uri, '--output', again, other)
  assert.deepEqual(await readFile(join(again, basename(archive('arm64')))), await readFile(archive('arm64')))
})

test('what krew shows of a plugin is not cut', async () => {
  for (const name of names) {
    const { spec } = parse(await readFile(manifest(name), 'utf8'))
    assert.ok(spec.shortDescription.length <= 50, spec.shortDescription)
    assert.equal(spec.version, `v${version}`)
  }
})

test('no executable twice, none for other machines, and no archive from nowhere', async () => {
  const script = join(top, 'script')
  await mkdir(script)
  await writeFile(join(script, 'kubeletcfg'), '#!/bin/sh\n')
  await writeFile(join(script, 'LICENSES'), '')
  await sum(script)
  const damaged = join(top, 'damaged')
  await cp(other, damaged, { recursive: true })
  await appendFile(join(damaged, 'kubeletcfg'), 'x')
  const refused = join(top, 'refused')
  for (const [words, says] of [
    [['--uri', uri, script], /script\/kubeletcfg is not an executable for Linux/],
    [['--uri', uri, damaged], /damaged does not match its SHA256SUMS/],
    [['--uri', uri, other, other], /two of the folders have an executable for arm64/],
    [['--uri', 'https://example.com/', other], /does not contain \{archive\}/],
  ] as const)
    await assert.rejects(build('--output', refused, ...words), says)
})

test('a release is where package.json says, or where the maintainer says', () => {
  const pack = { version: '1.2.3' }
  const repository = { url: 'git+https://github.com/someone/kubeletcfg.git' }
  const release = 'https://github.com/someone/kubeletcfg/releases/download/v1.2.3/a.tar.gz'
  assert.equal(archiveUri({ ...pack, repository }, undefined, 'a.tar.gz'), release)
  assert.equal(archiveUri({ ...pack, repository: repository.url }, undefined, 'a.tar.gz'), release)
  assert.equal(archiveUri({ ...pack, repository }, 'https://x/{version}/{archive}', 'a'), 'https://x/1.2.3/a')
  assert.throws(() => archiveUri(pack, undefined, 'a'), /package\.json has no repository on GitHub: add --uri/)
  assert.equal(homepageOf({ ...pack, repository }), 'https://github.com/someone/kubeletcfg')
  assert.equal(homepageOf({ ...pack, repository, homepage: 'https://x' }), 'https://x')
  assert.equal(homepageOf(pack), undefined)
})
