import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Library {
  /** Where the executable looks for it. */
  readonly path: string
  readonly bytes: Buffer
}

/** A package of Debian that libraries are from. */
export interface DebianPackage {
  readonly name: string
  readonly version: string
  readonly architecture: string
  readonly copyright: string
}

/** The shared libraries of this machine that an executable needs, the dynamic linker among them. */
export async function librariesOf(executable: string): Promise<readonly Library[]> {
  const { stdout } = await run('ldd', [executable])
  const paths = [...stdout.matchAll(/(?:^|=> )\s*(\/\S+) \(0x/gm)].map(([, path]) => path!)
  if (paths.length === 0) throw new Error(`ldd finds no libraries of ${executable}: ${stdout}`)
  return Promise.all(paths.toSorted().map(async (path) => ({ path, bytes: await readFile(path) })))
}

/** The packages that libraries are from, by name. */
export async function packagesOf(libraries: readonly Library[]): Promise<readonly DebianPackage[]> {
  const owners = await Promise.all(libraries.map(({ path }) => ownerOf(path)))
  return Promise.all([...new Set(owners)].toSorted().map(describe))
}

/** dpkg knows a file of /usr/lib by the path that it was installed at, which can be the one without /usr. */
async function ownerOf(path: string): Promise<string> {
  const paths = [path, path.startsWith('/usr/') ? path.slice('/usr'.length) : `/usr${path}`]
  for (const each of paths) {
    const found = await run('dpkg-query', ['--search', each]).catch(() => undefined)
    if (found !== undefined) return found.stdout.slice(0, found.stdout.lastIndexOf(': '))
  }
  throw new Error(`${path} belongs to no package of dpkg: build the image on Debian or Ubuntu`)
}

async function describe(owner: string): Promise<DebianPackage> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of dpkg-query
  const format = '${Package}\n${Version}\n${Architecture}'
  const { stdout } = await run('dpkg-query', ['--show', `--showformat=${format}`, owner])
  const [name = '', version = '', architecture = ''] = stdout.split('\n')
  return { name, version, architecture, copyright: await readFile(`/usr/share/doc/${name}/copyright`, 'utf8') }
}
