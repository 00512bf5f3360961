/**
 * Holds two readers of our JSON Schemas against each other, ajv and kubeconform: of each release and in each draft, they must
 * say the same of every document. Usage: npm run test:kubeconform. Exit code 1 when they do not; each difference is printed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Release, releases } from '../../src/lib/kubelet/model/releases.ts'
import { type Draft, drafts, jsonSchema } from '../../src/lib/kubelet/reference/json-schema/json-schema.ts'
import { note } from '../cluster/host/progress.ts'
import { accepts } from '../lib/kubelet/reference/json-schema/judge.ts'
import { documents } from './documents.ts'
import { installKubeconform } from './install.ts'
import { verdicts } from './verdicts.ts'

/** kubeconform cuts a file at each `---` and judges all parts. A kubelet reads the first document, directives and all. */
const severalDocuments = ['doc/multi', 'doc/multibad', 'doc/directive']

const program = installKubeconform()
const top = mkdtempSync(join(tmpdir(), 'kubeconform-'))
const folder = join(top, 'documents')
const files = documents.map((document, i) => ({ document, file: join(folder, `${i}.yaml`) }))

function differences(release: Release, draft: Draft): readonly string[] {
  const schema = join(top, 'schema.json')
  writeFileSync(schema, JSON.stringify(jsonSchema(release, draft)))
  const found = verdicts(program, { schema, folder })
  return files.flatMap(({ document: { name, text, tree }, file }) => {
    const problems = found.get(file) ?? ['it did not look at it']
    const accepted = accepts(tree, release, draft)
    const differ = accepted !== (problems.length === 0)
    if (differ === severalDocuments.includes(name)) return []
    const theirs = problems.join('; ') || 'accepted'
    return [`${release} ${draft} ${name}: ${JSON.stringify(text)}\n  ajv: ${accepted}, kubeconform: ${theirs}\n`]
  })
}

try {
  mkdirSync(folder)
  for (const { document, file } of files) writeFileSync(file, document.text)
  const found = releases.flatMap((release) =>
    (Object.keys(drafts) as Draft[]).flatMap((draft) => differences(release, draft)),
  )
  process.stdout.write(found.join(''))
  note(`${documents.length} documents, releases ${releases.join(', ')}, ${Object.keys(drafts).join(' and ')}`)
  note(`differences: ${found.length}, known ones aside: ${severalDocuments.join(', ')}`)
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  rmSync(top, { recursive: true })
}
