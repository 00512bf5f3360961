import type { FileFact, Held } from '../flows/files/file-fact.ts'
import { notReadMessage } from '../flows/files/not-read.ts'
import { quote } from '../kubelet/model/quote.ts'
import { plainLine } from '../tone.ts'
import { maxBytes } from '../yaml/read/limits.ts'
import type { Suspicion } from '../yaml/read/suspicion.ts'
import type { FormatFact } from '../yaml/write/format-fact.ts'
import { findingLine, placeIn, refusalLines } from './finding-words.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'

const mebibytes = maxBytes / 2 ** 20

/** The most places that are named; a file may have thousands. */
const most = 10

function heldLines(file: string, held: readonly Held[]): readonly string[] {
  const lines = held.slice(0, most).map((one) => `  ${placeIn(file, one)}: ${'name' in one ? one.name : one.message}`)
  return held.length > most ? [...lines, `  and ${held.length - most} more`] : lines
}

const lines = (first: string, others: readonly string[]): string => [first, ...others].join('\n')

export const suspicionText = (suspicion: Suspicion): string =>
  'broken' in suspicion
    ? `cannot be read: ${suspicion.broken.message}`
    : `has no apiVersion and kind, but ${suspicion.field} is a field of a KubeletConfiguration`

export const fileWords: Vocabulary<FileFact | FormatFact> = {
  NoFileMatches: notReadMessage,
  NoConfigurationInFolder: notReadMessage,
  NoManifestInFolder: notReadMessage,
  InputNotRead: ({ subject, because }) => ({ said: subject.name, because }),
  InputTooLarge: ({ subject }) => `${subject.name}: larger than ${mebibytes} MiB, the limit of the API server`,
  InputsNotRead: ({ problems }) => ({ said: `${problems.length} files cannot be read`, below: problems }),
  FoldersNotRead: ({ folders }) =>
    `skipped ${folders.length === 1 ? 'folder' : 'folders'} ${namesIn(folders)}: add --recursive to read ${folders.length === 1 ? 'it' : 'them'}`,
  NoConfigurationInFile: ({ subject, held, remedy }) => ({
    said: lines(`${subject.name}: no KubeletConfiguration`, heldLines(subject.name, held)),
    hints: remedy === undefined ? [] : [remedy],
  }),
  SeveralConfigurationsInFile: ({ subject, held }) => ({
    said: lines(
      `${subject.name}: ${held.length} documents for a kubelet, but only one is used`,
      heldLines(subject.name, held),
    ),
    hints: ['move each into a file of its own'],
  }),
  NotFormatted: ({ subject, because }) => ({ said: subject.name, because }),
  OldFileRefused: ({ subject, because }) => ({
    said: [
      [`${subject.name}: kubelet ${because.releases.join()} refuses it, so only what can be decoded is compared`],
      ...refusalLines(because).slice(1),
    ],
  }),
  KubeletDoesNotStart: ({ subject, because: { findings, releases } }) => {
    const [first, ...others] = findings
    const more = others.length === 0 ? '' : `; and ${others.length} more, see kubeletcfg validate`
    return `kubelet ${releases.join()} does not start with it: ${plainLine(findingLine(subject.name, first!, releases))}${more}`
  },
  FilePassedOver: ({ subject, suspicion }) => `${placeIn(subject.name, subject)}: skipped: ${suspicionText(suspicion)}`,
  FilesPassedOver: ({ count }) => `skipped ${count} ${count === 1 ? 'file' : 'files'} without a KubeletConfiguration`,
  MeaningWouldChange: () => ({
    said: 'cannot be formatted without changing its meaning',
    hints: ['rewrite what is unusual in it: escapes in quantities, duplicate keys'],
  }),
  TooLargeWithoutAliases: () => `would be larger than ${mebibytes} MiB with its aliases expanded`,
  ConfigurationInQuotes: ({ line, key, isJson }) => {
    const name = quote(key).slice(1, -1)
    const where = isJson ? `write the file in YAML, and put it below ${name}: |` : `put it below ${name}: |`
    return `the KubeletConfiguration in line ${line} is in quotes: ${where}`
  },
  ConfigurationShared: ({ line }) =>
    `the KubeletConfiguration in line ${line} is also the value of another key, by an alias: write the alias out`,
}
