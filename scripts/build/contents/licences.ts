import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NodeBinary } from '../exe/node-binary.ts'
import type { BundledPackage } from './packages.ts'

/** A part of what is delivered, and the texts that must come with it. */
export interface Licensed {
  readonly title: string
  readonly texts: readonly string[]
}

const line = '='.repeat(80)

/** All licences in one text: ours, that of Node.js, of the packages in the bundle, and of the others. */
export async function licencesOf(
  packages: readonly BundledPackage[],
  node: NodeBinary,
  others: readonly Licensed[] = [],
): Promise<string> {
  const ours = await readFile(join(import.meta.dirname, '..', '..', '..', 'LICENSE'), 'utf8')
  return [
    { title: 'kubeletcfg and nodesize (Apache-2.0)', texts: [ours] },
    { title: `Node.js ${node.version} (MIT), with the libraries that it contains`, texts: [node.licence] },
    ...others,
    ...packages.map(asLicensed),
  ]
    .map(({ title, texts }) => [line, title, line, '', ...texts.map((text) => `${text.trim()}\n`)].join('\n'))
    .join('\n')
}

const asLicensed = ({ name, version, license, notices }: BundledPackage): Licensed => ({
  title: `${name} ${version} (${license})`,
  texts: notices.length > 0 ? notices : [`The package has no licence file; its package.json says: ${license}`],
})
