import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { step } from '../host/progress.ts'

export interface GoBuild {
  /** Text of the go.mod that pins what is built. */
  readonly goMod: string
  /** Files of the module itself. */
  readonly sources?: Readonly<Record<string, string>>
  /** Import path of the main package of each binary; of several, the last folder of a path is no version such as v3. */
  readonly binaries: Readonly<Record<string, string>>
  readonly flags: readonly string[]
}

/** Builds each binary into `directory`; the module file is thrown-away work beside them, and so is left out of the cache. */
export async function goBuild(directory: string, build: GoBuild, signal: AbortSignal): Promise<void> {
  const module = join(directory, 'module')
  await mkdir(module)
  const files = { 'go.mod': build.goMod, ...build.sources }
  for (const [name, text] of Object.entries(files)) await writeFile(join(module, name), text)
  const [names, paths] = [Object.keys(build.binaries), Object.values(build.binaries)]
  const several = names.length > 1
  // Several at once: one is linked while another is compiled. Go names each like the folder of its package.
  const out = several ? `${directory}/` : join(directory, ...names)
  const args = ['build', '-mod=mod', '-trimpath', ...build.flags, '-o', out, ...paths]
  await step(`build ${names.join(', ')}`, () => outputOf('go', args, { cwd: module, env: { GOWORK: 'off' }, signal }))
  if (!several) return
  for (const [name, path] of Object.entries(build.binaries))
    await rename(join(directory, basename(path)), join(directory, name))
}

/** A go.mod that requires one module, with what it needs replaced. */
export function goMod(module: string, version: string, replacements: readonly string[] = []): string {
  const lines = ['module cluster.test', 'go 1.26.0', `require ${module} ${version}`]
  return `${[...lines, ...replacements.map((line) => `replace ${line}`)].join('\n')}\n`
}
