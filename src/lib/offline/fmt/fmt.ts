import pMap from 'p-map'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { formatContents } from '../../yaml/write/format.ts'
import type { FormatFact } from '../../yaml/write/format-messages.ts'
import { InputNotRead, NoConfigurationInFile, NotFormatted, type NotRead } from '../read/file-messages.ts'
import { concurrency, type DistinctFile, distinct, type Inputs, reasonNotRead } from '../read/inputs.ts'
import { refuseDocument } from '../read/refuse-document.ts'
import { type PassedOver, selectDocuments } from '../read/select-documents.ts'

/** A file with at least one KubeletConfiguration, and its canonical form. */
export interface FormattedFile {
  readonly file: string
  readonly before: Uint8Array
  readonly after: string
  readonly differs: boolean
}

export interface Formatting {
  /** Each once, however often it is named. */
  readonly files: readonly FormattedFile[]
  /** The number of files to format, including those that have no canonical form. */
  readonly attempted: number
  /** One Failure 'invalid' for each file without a canonical form and each argument that yields no file. */
  readonly problems: readonly Failure[]
  /** Files of folders without a KubeletConfiguration. */
  readonly passedOver: readonly PassedOver[]
}

type Outcome = FormattedFile | Failure | PassedOver

/** The canonical form of the files that validate would report on. A problem in one file does not stop the others. */
export async function formatFiles(inputs: readonly Inputs[], { signal }: Limits): Promise<Formatting> {
  const files = distinct(inputs)
  const outcomes = await pMap(files, formatFile, { concurrency, signal })
  const byName = new Map(files.map(({ file }, i) => [file.file, outcomes[i]!]))
  const problems = inputs.flatMap(({ name, nothing, files: some }) => {
    const found = some.map(({ file }) => byName.get(file)!).filter((outcome) => !isPassedOver(outcome))
    return found.length === 0 ? [nothingIn(name, nothing)] : found.filter(isFailure)
  })
  return {
    files: outcomes.filter((outcome) => 'after' in outcome),
    attempted: outcomes.filter((outcome) => !isPassedOver(outcome)).length,
    problems: [...new Set(problems)],
    passedOver: outcomes.filter(isPassedOver),
  }
}

const nothingIn = (name: string, because: NotRead): Failure =>
  new Failure('invalid', InputNotRead({ subject: fileSubject(name), because }))

const isFailure = (outcome: Outcome): outcome is Failure => outcome instanceof Failure
const isPassedOver = (outcome: Outcome): outcome is PassedOver => !isFailure(outcome) && !('after' in outcome)

async function formatFile(input: DistinctFile): Promise<Outcome> {
  const { file } = input.file
  try {
    const before = await input.file.read()
    const contents = await selectDocuments(input, before)
    if ('file' in contents) return contents
    const formatted = await formatContents(contents)
    if (formatted.outcome === 'unreadable') return refuseDocument(file, formatted.findings, [])
    if (formatted.documents === 0) return noneIn(file)
    const after = formatted.text
    return { file, before, after, differs: !Buffer.from(before).equals(Buffer.from(after)) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'refused') return notFormatted(file, error.fact as FormatFact)
    return nothingIn(file, reasonNotRead(error))
  }
}

const noneIn = (file: string): Failure =>
  new Failure(
    'invalid',
    NoConfigurationInFile({
      subject: fileSubject(file),
      held: [],
      remedy: undefined,
    }),
  )

const notFormatted = (file: string, because: FormatFact): Failure =>
  new Failure('invalid', NotFormatted({ subject: fileSubject(file), because }))
