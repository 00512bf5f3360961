import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Documents } from './documents.ts'
import type { Programs } from './programs.ts'
import type { Command, Row } from './row.ts'

const release = '1.36'

const validating =
  ({ kubeletcfg }: Programs) =>
  (path: string, releases = release) =>
  (): Command =>
    kubeletcfg('validate', path, '--kubernetes-version', releases)

/**
 * A thousand files, compared with kubeconform with our schema and one worker, both on one core. It validates only the
 * schema, our command all rules.
 */
export function folderRow(programs: Programs, { folder, kubeconform }: { folder: string; kubeconform: string }): Row {
  const schema = join(folder, '..', 'schema.json')
  const [program = '', ...print] = programs.kubeletcfg('schema', '--draft=draft-07', `--kubernetes-version=${release}`)
  writeFileSync(schema, execFileSync(program, print))
  const onOneCore = ['taskset', '--cpu-list', '0']
  const theirs = [...onOneCore, kubeconform, '-n', '1', '-strict', '-schema-location', schema, folder]
  return {
    what: `${programs.by}: validate 1,000 files, one core`,
    than: 'kubeconform -n 1',
    ours: () => [...onOneCore, ...validating(programs)(folder)()],
    theirs: () => theirs,
  }
}

/** Our own commands with more and with less work of the same kind. */
export function growthRows(programs: Programs, { folder, ...documents }: Documents): readonly Row[] {
  const validate = validating(programs)
  const { plain, smaller, larger, fewKeys, manyKeys, manyGates } = documents
  return [
    { what: '1,000 files for ten releases', than: 'for one', ours: validate(folder, 'all'), theirs: validate(folder) },
    {
      what: '10,000 unknown keys for ten releases',
      than: 'for one',
      ours: validate(manyKeys, 'all'),
      theirs: validate(manyKeys),
    },
    { what: 'a document of 2.7 MB', than: 'of 270 kB', ours: validate(larger), theirs: validate(smaller) },
    { what: '10,000 findings', than: '1,000', ours: validate(manyKeys), theirs: validate(fewKeys) },
    { what: '10,000 unknown keys', than: '10,000 good ones', ours: validate(manyKeys), theirs: validate(plain) },
    { what: '10,000 unknown gates', than: '10,000 good keys', ours: validate(manyGates), theirs: validate(plain) },
  ]
}
