import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareReleases, releases } from '../../src/lib/kubelet/model/releases.ts'
import { Failure, said } from '../../src/lib/message/failure.ts'
import { goMod } from '../cluster/build/go-build.ts'
import { stagingModules, versionVariables } from '../cluster/build/kubernetes.ts'
import { cacheDirectory } from '../cluster/host/directories.ts'
import { isThere } from '../cluster/host/is-there.ts'
import { outputOf } from '../cluster/host/output-of.ts'
import { step } from '../cluster/host/progress.ts'
import { type JudgedRelease, kubeletOf } from './kubelets.ts'

const kubernetes = 'k8s.io/kubernetes'

/** A program of our own that is built with the code of a kubelet. */
export interface Program {
  readonly name: string
  /** Folder of its sources, which have build tags such as `since_1_36`. */
  readonly source: string
}

const oracle: Program = { name: 'oracle', source: join(import.meta.dirname, 'program') }

interface Recipe extends Program {
  readonly release: JudgedRelease
  readonly goMod: string
  readonly flags: readonly string[]
}

/**
 * Builds the oracle of a release from source, unless the cache has it; the path of its program. Of a release that is new
 * to the machine this downloads about a gigabyte and takes minutes.
 */
export const buildOracle = (release: JudgedRelease, signal: AbortSignal): Promise<string> =>
  buildWith(release, oracle, signal)

/** The same for another program. */
export async function buildWith(
  release: JudgedRelease,
  { name, source }: Program,
  signal: AbortSignal,
): Promise<string> {
  if (!isThere('go'))
    throw new Failure('refused', said('NotBuilt', `the ${name} cannot be built here: missing go 1.26 or later`))
  const recipe = { name, source, release, ...(await modulesOf(release, signal)) }
  const directory = join(cacheDirectory, `${name}-${kubeletOf(release).version}-${await digestOf(recipe)}`)
  const program = join(directory, name)
  if (existsSync(program)) return program
  const unfinished = `${directory}.unfinished-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  try {
    await step(`build the ${name} of ${release}`, () => build(unfinished, recipe, signal))
    await rm(directory, { recursive: true, force: true })
    await rename(unfinished, directory)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return program
}

async function modulesOf(release: JudgedRelease, signal: AbortSignal): Promise<Pick<Recipe, 'goMod' | 'flags'>> {
  const { version, partial } = kubeletOf(release)
  const own = version.replace(/^1/, 'v0')
  const staging = await stagingModules(version, signal)
  const replacements = staging.map((name) => `${name} => ${name} ${partial?.instead[name] ?? own}`)
  const tags = releases
    .filter((past) => compareReleases(past, release) <= 0)
    .map((past) => `since_${past.replace('.', '_')}`)
  // Up to 1.30, `providerless` leaves out the cloud providers, which no proxy serves.
  const all = [...tags, 'providerless', ...(partial ? ['partial'] : [])].join(',')
  const flags = ['-tags', all, '-ldflags', ['-s -w', ...versionVariables(version)].join(' ')]
  return { goMod: goMod(kubernetes, `v${version}`, replacements), flags }
}

async function digestOf({ source, goMod, flags }: Recipe): Promise<string> {
  const hash = createHash('sha256').update(goMod).update(flags.join('\n'))
  for (const file of (await readdir(source)).sort()) hash.update(file).update(await readFile(join(source, file)))
  return hash.digest('hex').slice(0, 12)
}

async function build(directory: string, recipe: Recipe, signal: AbortSignal): Promise<void> {
  const { name, source, release, goMod, flags } = recipe
  const module = join(directory, 'module')
  await cp(source, module, { recursive: true })
  await writeFile(join(module, 'go.mod'), goMod)
  if (kubeletOf(release).partial) await copyEvictionDefaults(module, kubeletOf(release).version, signal)
  const args = ['build', '-mod=mod', '-trimpath', ...flags, '-o', join(directory, name), '.']
  await outputOf('go', args, { cwd: module, env: { GOWORK: 'off' }, signal })
  await rm(module, { recursive: true })
}

/** One table of pkg/kubelet/eviction, which as a whole imports what cannot be had. */
async function copyEvictionDefaults(module: string, version: string, signal: AbortSignal): Promise<void> {
  const { Dir } = JSON.parse(
    await outputOf('go', ['mod', 'download', '-json', `${kubernetes}@v${version}`], { signal }),
  )
  const text = await readFile(join(Dir, 'pkg/kubelet/eviction/defaults_linux.go'))
  await mkdir(join(module, 'eviction'))
  await writeFile(join(module, 'eviction/defaults_linux.go'), text)
}
