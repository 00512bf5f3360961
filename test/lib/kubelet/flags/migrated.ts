import { compactTree } from '../../../../src/lib/kubelet/compare/compact.ts'
import { wordsFrom } from '../../../../src/lib/kubelet/flags/command-line.ts'
import { type Migration, migrate, treeWith } from '../../../../src/lib/kubelet/flags/migrate.ts'
import { map } from '../../../../src/lib/kubelet/flags/trees.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'

const line = (words: readonly string[]) => ({
  words: wordsFrom('x', words),
  whole: false,
  unset: [],
  environmentFiles: [],
  notes: [],
})
/** Of flags beside a file. */
export const from = (words: string | readonly string[], release: Release = '1.36'): Migration =>
  migrate(line(typeof words === 'string' ? words.split(' ') : words), release, { hasFile: true })

export const json = ({ settings }: Migration): unknown => JSON.parse(compactTree(treeWith(settings, map([]))))
