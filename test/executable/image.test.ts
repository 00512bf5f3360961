import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from '@jest/globals'
import { librariesOf } from '../../scripts/build/image/libraries.ts'
import { executable } from './executable.ts'

const run = promisify(execFile)
const build = join(import.meta.dirname, '..', '..', 'scripts', 'build', 'image', 'build.ts')

let first: string
let second: string
/** The first, unpacked. */
let layout: string
beforeAll(async () => {
  const folders = await Promise.all(['first-', 'second-', 'layout-'].map((name) => mkdtemp(join(tmpdir(), name))))
  first = folders[0]!
  second = folders[1]!
  layout = folders[2]!
  for (const folder of [first, second]) await run(process.execPath, [build, folder])
  await run('tar', ['-xf', join(first, await archiveIn(first)), '-C', layout])
})

const archiveIn = async (folder: string): Promise<string> =>
  (await readdir(folder)).find((name) => name.endsWith('.tar')) ?? ''
const json = async (path: string) => JSON.parse(await readFile(join(layout, path), 'utf8'))
const blob = ({ digest }: { digest: string }): string => join('blobs', digest.replace(':', '/'))

/** What is on the disk of a container: a path, and for a link what it leads to. Folders are not counted. */
async function files(): Promise<string[]> {
  const [{ Layers }] = await json('manifest.json')
  const lists = await Promise.all(
    (Layers as string[]).map((layer) => run('tar', ['--list', '--verbose', '-zf', join(layout, layer)])),
  )
  return lists
    .flatMap(({ stdout }) => stdout.trimEnd().split('\n'))
    .filter((line) => !line.startsWith('d'))
    .map((line) => line.replace(/^.{10} (\S+ +){4}/, '/'))
}

test('building it twice gives the same bytes', async () => {
  const sums = await Promise.all([first, second].map((folder) => readFile(join(folder, 'SHA256SUMS'), 'utf8')))
  expect(sums[0]).toBe(sums[1])
  expect(sums[0]).toMatch(
    /^[0-9a-f]{64} {2}kubeletcfg-.*-linux-\w+\.tar\n[0-9a-f]{64} {2}.*\.cdx\.json\n.* {2}LICENSES\n$/,
  )
  await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: first })
})

test('it has the executable, nsenter, their libraries, certificates, licences, and nothing else', async () => {
  const libraries = (await Promise.all([executable, '/usr/bin/nsenter'].map(librariesOf))).flat()
  expect((await files()).toSorted()).toEqual(
    [
      ...new Set(libraries.map(({ path }) => path)),
      '/usr/bin/nsenter',
      '/etc/ssl/certs/ca-certificates.crt',
      '/usr/share/doc/kubeletcfg/LICENSES',
      '/usr/local/bin/kubeletcfg',
      ...[
        'nodesize',
        'kubectl-kubeletcfg',
        'kubectl-nodesize',
        'kubectl_complete-kubeletcfg',
        'kubectl_complete-nodesize',
      ].map((name) => `/usr/local/bin/${name} -> kubeletcfg`),
    ].toSorted(),
  )
})

test('its certificates are those of Node.js', async () => {
  const [{ Layers }] = await json('manifest.json')
  const { stdout } = await run('tar', ['-xzOf', join(layout, Layers[0]), 'etc/ssl/certs/ca-certificates.crt'])
  expect(stdout).toBe(`${rootCertificates.join('\n')}\n`)
})

test('each blob has the digest and size that lead to it', async () => {
  const [entry] = (await json('index.json')).manifests
  const manifest = await json(blob(entry))
  const blobs = [entry, manifest.config, ...manifest.layers]
  for (const each of blobs) {
    const bytes = await readFile(join(layout, blob(each)))
    expect({ digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, size: bytes.length }).toEqual({
      digest: each.digest,
      size: each.size,
    })
  }
  expect((await readdir(join(layout, 'blobs', 'sha256'))).length).toBe(blobs.length)
})

test('it starts kubeletcfg as a user without rights', async () => {
  const [{ Config, RepoTags }] = await json('manifest.json')
  const { config, os } = await json(Config)
  expect(os).toBe('linux')
  expect(config).toMatchObject({ User: '65532:65532', Entrypoint: ['/usr/local/bin/kubeletcfg'] })
  expect(RepoTags).toEqual([expect.stringMatching(/^localhost\/kubeletcfg:\d+\.\d+\.\d+$/)])
})
