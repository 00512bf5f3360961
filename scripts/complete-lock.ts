/**
 * Adds packages of other platforms to package-lock.json, which `npm install` omits and without which `npm ci` refuses the
 * lock, and the digest of each package that has none, as the registry states it. The platform is taken from the package
 * name. Run it after each change of dependencies: npm run lock.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import pMap from 'p-map'

type Locked = {
  version: string
  integrity?: string
  optional?: true
  dev?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Locked> }

const platform = /-(android|darwin|freebsd|linux|openharmony|win32)-(x64|ia32|arm64|arm|ppc64|riscv64|s390x|loong64)/

function lockedFor(name: string, version: string, dev: boolean): Locked {
  if (name.endsWith('-wasm32-wasi')) return { version, ...(dev && { dev }), optional: true, cpu: ['wasm32'] }
  const [, os, cpu] = platform.exec(name) ?? []
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not contain its platform: add it by hand`)
  return { version, ...(dev && { dev }), optional: true, os: [os], cpu: [cpu] }
}

const run = promisify(execFile)

/** Failing is better than a lock that accepts any content. */
async function integrityOf(name: string, version: string): Promise<string> {
  const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'])
  const integrity: unknown = JSON.parse(stdout || 'null')
  if (typeof integrity === 'string' && integrity.startsWith('sha512-')) return integrity
  throw new Error(`the registry states no sha512 of ${name} ${version}`)
}

const path = new URL('../package-lock.json', import.meta.url)
const lock: Lock = JSON.parse(await readFile(path, 'utf8'))
for (const { optionalDependencies = {}, dev = false } of Object.values(lock.packages))
  for (const [name, version] of Object.entries(optionalDependencies))
    lock.packages[`node_modules/${name}`] ??= lockedFor(name, version, dev)
const withoutDigest = Object.entries(lock.packages).filter(
  ([path, { integrity }]) => path !== '' && integrity === undefined,
)
await pMap(
  withoutDigest,
  async ([path, locked]) => {
    locked.integrity = await integrityOf(
      path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      locked.version,
    )
  },
  { concurrency: 4 },
)
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1))
await writeFile(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
