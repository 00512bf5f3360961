import { findingLine, placeIn, refusalLines } from '../../kubelet/check/finding-text.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import type { Fact, FileSubject } from '../../message/fact.ts'
import { plainLine } from '../../message/line.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import type { LikelyConfig } from '../../yaml/read/likely-config.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import type { FormatFact } from '../../yaml/write/format-messages.ts'

/** Something in a file: an object with its kind and name, or something unreadable. */
export type Held = ({ readonly name: string } & Position) | Finding

/** Why an argument yields no file. */
export type NothingThere =
  | FactOf<typeof NoFileMatches>
  | FactOf<typeof NoConfigurationInFolder>
  | FactOf<typeof NoManifestInFolder>

/** Why nothing could be read; lib/host reports the same reasons. `errno` is the code of the operating system. */
export type NotRead =
  | NothingThere
  | { readonly reason: 'FileNotFound' | 'FolderNotFile' | 'PipeNotFile' | 'FileForbidden' | 'FileChangedWhileRead' }
  | { readonly reason: 'LinkBroken'; readonly target: string }
  | { readonly reason: 'FileNotReadable'; readonly errno: string }

export type FileFact =
  | NothingThere
  | FactOf<typeof InputNotRead>
  | FactOf<typeof InputTooLarge>
  | FactOf<typeof InputsNotRead>
  | FactOf<typeof FoldersNotRead>
  | FactOf<typeof NoConfigurationInFile>
  | FactOf<typeof SeveralConfigurationsInFile>
  | FactOf<typeof NotFormatted>
  | FactOf<typeof OldFileRefused>
  | FactOf<typeof KubeletDoesNotStart>
  | FactOf<typeof FilePassedOver>
  | FactOf<typeof FilesPassedOver>

export const NoFileMatches = message('NoFileMatches', () => 'matches no file')

export const NoConfigurationInFolder = message(
  'NoConfigurationInFolder',
  () => 'folder has no KubeletConfiguration in *.yaml, *.yml, *.json or *.conf',
)

export const NoManifestInFolder = message('NoManifestInFolder', () => 'folder has no *.yaml, *.yml or *.json file')

export const InputNotRead = message(
  'InputNotRead',
  ({ subject, because }: { subject: FileSubject; because: NotRead }) => ({ said: subject.name, because }),
)

export const InputTooLarge = message(
  'InputTooLarge',
  ({ subject }: { subject: FileSubject }) =>
    `${subject.name}: larger than ${mebibytes} MiB, the limit of the API server`,
)

/** Several of the above. */
export const InputsNotRead = message('InputsNotRead', ({ problems }: { problems: readonly Fact[] }) => ({
  said: `${problems.length} files cannot be read`,
  below: problems,
}))

/** Folders below a folder, which are read only on request. */
export const FoldersNotRead = message(
  'FoldersNotRead',
  ({ folders }: { folders: readonly string[] }) =>
    `skipped ${folders.length === 1 ? 'folder' : 'folders'} ${namesIn(folders)}: add --recursive to read ${folders.length === 1 ? 'it' : 'them'}`,
)

export const NoConfigurationInFile = message(
  'NoConfigurationInFile',
  ({
    subject,
    held,
    remedy,
  }: {
    subject: FileSubject
    held: readonly Held[]
    /** How to get at a configuration that is where no kubelet looks. */
    remedy: string | undefined
  }) => ({
    said: lines(`${subject.name}: no KubeletConfiguration`, heldLines(subject.name, held)),
    hints: remedy === undefined ? [] : [remedy],
  }),
)

export const SeveralConfigurationsInFile = message(
  'SeveralConfigurationsInFile',
  ({ subject, held }: { subject: FileSubject; held: readonly Held[] }) => ({
    said: lines(
      `${subject.name}: ${held.length} documents for a kubelet, but only one is used`,
      heldLines(subject.name, held),
    ),
    hints: ['move each into a file of its own'],
  }),
)

export const NotFormatted = message(
  'NotFormatted',
  ({ subject, because }: { subject: FileSubject; because: FormatFact }) => ({ said: subject.name, because }),
)

/**
 * The old file of a change: only the part that the kubelet could decode is compared, and nothing when it cannot be
 * read.
 */
export const OldFileRefused = message(
  'OldFileRefused',
  ({ subject, because }: { subject: FileSubject; because: DocumentRefused }) => ({
    said: [
      [`${subject.name}: kubelet ${because.releases.join()} refuses it, so only what can be decoded is compared`],
      ...refusalLines(because).slice(1),
    ],
  }),
)

/** A file whose defaults are filled in although the kubelet does not start with it. */
export const KubeletDoesNotStart = message(
  'KubeletDoesNotStart',
  ({ subject, because: { findings, releases } }: { subject: FileSubject; because: DocumentRefused }) => {
    const [first, ...others] = findings
    const more = others.length === 0 ? '' : `; and ${others.length} more, see kubeletcfg validate`
    return `kubelet ${releases.join()} does not start with it: ${plainLine(findingLine(subject.name, first!, releases))}${more}`
  },
)

/** A skipped file of a folder that may hold a KubeletConfiguration. */
export const FilePassedOver = message(
  'FilePassedOver',
  ({ subject, likelyConfig }: { subject: FileSubject; likelyConfig: LikelyConfig }) =>
    `${placeIn(subject.name, subject)}: skipped: ${likelyConfigText(likelyConfig)}`,
)

export const FilesPassedOver = message(
  'FilesPassedOver',
  ({ count }: { count: number }) => `skipped ${count} ${count === 1 ? 'file' : 'files'} without a KubeletConfiguration`,
)

const mebibytes = maxBytes / 2 ** 20

/** The most places that are named; a file may have thousands. */
const most = 10

function heldLines(file: string, held: readonly Held[]): readonly string[] {
  const lines = held.slice(0, most).map((one) => `  ${placeIn(file, one)}: ${'name' in one ? one.name : one.message}`)
  return held.length > most ? [...lines, `  and ${held.length - most} more`] : lines
}

const lines = (first: string, others: readonly string[]): string => [first, ...others].join('\n')

export const likelyConfigText = (likelyConfig: LikelyConfig): string =>
  'broken' in likelyConfig
    ? `cannot be read: ${likelyConfig.broken.message}`
    : `has no apiVersion and kind, but ${likelyConfig.field} is a field of a KubeletConfiguration`
