import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
export const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  bin: Readonly<Record<string, string>>
}
const wrappers = Object.fromEntries(Object.keys(bin).map((name) => [name, `${name}.mjs`]))

/** A package without dependencies, whose commands are those of this checkout. */
function pack(folder: string): Buffer {
  mkdirSync(join(folder, 'package'))
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: 'kubeletcfg', version, bin: wrappers }))
  for (const [name, wrapper] of Object.entries(wrappers)) {
    const file = join(folder, 'package', wrapper)
    writeFileSync(file, `#!/usr/bin/env node\nawait import(${JSON.stringify(join(root, bin[name]!))})\n`)
    chmodSync(file, 0o755)
  }
  return execFileSync('tar', ['-czf', '-', '-C', folder, 'package'])
}

/** A registry on loopback that has this version of kubeletcfg, and nothing else. */
export async function startRegistry(): Promise<{ readonly url: string; close(): void }> {
  const tarball = pack(mkdtempSync(join(tmpdir(), 'registry-')))
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url === '/kubeletcfg.tgz') return response.end(tarball)
    if (request.url !== '/kubeletcfg') return response.writeHead(404).end('{}')
    const dist = { tarball: `${url}kubeletcfg.tgz`, integrity }
    const versions = { [version]: { name: 'kubeletcfg', version, bin: wrappers, dist } }
    return response.end(JSON.stringify({ name: 'kubeletcfg', 'dist-tags': { latest: version }, versions }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, close: () => server.close() }
}
