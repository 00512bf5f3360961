import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installKubeconform } from '../test/kubeconform/install.ts'
import { bin } from './commands.ts'
import type { Pair } from './compare.ts'
import type { Documents } from './documents.ts'

const release = '1.36'

const validate =
  (path: string, releases = release) =>
  (): readonly string[] => [...bin('kubeletcfg'), ...['validate', path, '--kubernetes-version', releases]]

/** Our commands compared with bare Node, with kubeconform, and with less work of the same kind. */
export function offlinePairs({ folder, one, ...documents }: Documents): readonly Pair[] {
  const { plain, smaller, larger, fewKeys, manyKeys, manyGates } = documents
  return [
    { what: 'validate one file, bare node', ours: validate(one), theirs: () => [process.execPath, '-e', '0'] },
    ...besideKubeconform(folder),
    { what: '1,000 files: for ten releases, for one', ours: validate(folder, 'all'), theirs: validate(folder) },
    {
      what: '10,000 unknown keys: for ten releases, for one',
      ours: validate(manyKeys, 'all'),
      theirs: validate(manyKeys),
    },
    { what: 'ten times as large a document: 2.7 MB, 270 kB', ours: validate(larger), theirs: validate(smaller) },
    { what: 'ten times as many findings: 10,000, 1,000', ours: validate(manyKeys), theirs: validate(fewKeys) },
    { what: '10,000 unknown keys, 10,000 good entries', ours: validate(manyKeys), theirs: validate(plain) },
    { what: '10,000 unknown gates, 10,000 good entries', ours: validate(manyGates), theirs: validate(plain) },
  ]
}

/** kubeconform with our schema and one worker. It checks only the schema, we check all rules. */
function besideKubeconform(folder: string): readonly Pair[] {
  const kubeconform = kubeconformIfAny()
  if (kubeconform === undefined) return []
  const schema = join(folder, '..', 'schema.json')
  const [node = '', ...print] = [...bin('kubeletcfg'), 'schema', '--draft', 'draft-07', '--kubernetes-version', release]
  writeFileSync(schema, execFileSync(node, print))
  const theirs = [kubeconform, '-n', '1', '-strict', '-schema-location', schema, folder]
  return [{ what: 'validate 1,000 files, kubeconform -n 1', ours: validate(folder), theirs: () => theirs }]
}

function kubeconformIfAny(): string | undefined {
  try {
    return installKubeconform()
  } catch (error) {
    console.log(`skipped kubeconform: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
