import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutputChunk } from 'rolldown'

/** A package of npm with a part in the bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** The files of the package that say how it may be used. */
  readonly notices: readonly string[]
}

const isNotice = (file: string): boolean => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file)
const inPackage = /^(?<folder>.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The packages whose modules are in these chunks, by name. */
export async function packagesIn(chunks: readonly OutputChunk[]): Promise<readonly BundledPackage[]> {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  const folders = new Set(modules.flatMap((id) => inPackage.exec(id)?.groups?.['folder'] ?? []))
  const packages = await Promise.all([...folders].map(readPackage))
  return packages.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

export const keyOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`

async function readPackage(folder: string): Promise<BundledPackage> {
  const path = await realpath(folder)
  const { name, version, license = 'unknown' } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
  const files = (await readdir(path)).filter(isNotice).toSorted()
  return { name, version, license, notices: await Promise.all(files.map((file) => readFile(join(path, file), 'utf8'))) }
}
