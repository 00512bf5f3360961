import { placeIn, withPath } from '../../kubelet/check/finding-text.ts'
import {
  absenceInWords,
  type FlagAbsence,
  type FlagProblem,
  type FlagStopsKubelet,
  placeOf,
  type WordPlace,
} from '../../kubelet/flags/flag-messages.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { FileSubject, Subject } from '../../message/fact.ts'
import { type FactOf, message, textOf } from '../../message/message.ts'
import type { Phrase } from '../../message/phrase.ts'
import type { ArgsProblem } from '../../yaml/read/kubelet-extra-args.ts'

/** Why the files and flags that start a kubelet cannot be used. */
export type StartRefusal =
  | FactOf<typeof NotUtf8>
  | FactOf<typeof KubeadmFileNotReadable>
  | FactOf<typeof KubeadmRefuses>
  | FactOf<typeof FlagsDiffer>
  | FactOf<typeof SeveralFilesWithConfiguration>
  | FactOf<typeof NoConfigFlag>
  | FactOf<typeof CommandLineRefused>

/** The value of a flag with which kubelets of a release refuse the configuration. */
export type FlagValueRefused = FactOf<typeof FlagValueRefused>

/** Why kubelets do not start with the flags of a file for kubeadm. */
export type FlagRefusal =
  | Extract<StartRefusal, { readonly reason: 'KubeadmRefuses' }>
  | FlagProblem
  | FlagStopsKubelet
  | FlagValueRefused

export interface PlacedObject {
  readonly subject: FileSubject
  /** Its kind and name. */
  readonly object: string
}

/** Notes on the document of a migration. */
export type MigrationNote =
  | FactOf<typeof FlagReplaced>
  | FactOf<typeof WriteToFile>
  | FactOf<typeof WriteToKubeadmFile>
  | FactOf<typeof NoExtraArgs>
  | FactOf<typeof VariableNotSet>
  | FactOf<typeof DefaultsWithoutFile>

export const NotUtf8 = message('NotUtf8', ({ subject }: { subject: FileSubject }) => `${subject.name}: not UTF-8 text`)

export const KubeadmFileNotReadable = message(
  'KubeadmFileNotReadable',
  ({
    subject,
    findings,
    isJson,
  }: {
    subject: FileSubject
    findings: readonly Finding[]
    /** Begins with a brace, so it is a single document. */
    isJson: boolean
  }) => ({
    said: lines(
      `${subject.name}: cannot be read`,
      findings.map((finding) => `${placeIn(subject.name, finding)}: ${finding.message}`),
    ),
    hints: isJson ? ['a file that begins with { is read as one JSON document: put a line --- before it'] : [],
  }),
)

export const KubeadmRefuses = message(
  'KubeadmRefuses',
  ({ subject, problems }: { subject: FileSubject; problems: readonly ArgsProblem[] }) =>
    lines(
      `${subject.name}: refused by kubeadm`,
      problems.map((problem) => `${placeIn(subject.name, problem)}: ${phraseOf(problem)}`),
    ),
)

/** With the objects that set them, and their places. */
export const FlagsDiffer = message('FlagsDiffer', ({ objects }: { objects: readonly PlacedObject[] }) => ({
  said: lines(
    `${listed([...new Set(objects.map(({ subject }) => subject.name))])}: different flags for kubelets`,
    objects.map(({ subject, object }) => `${placeIn(subject.name, subject)}: ${object}`),
  ),
  hints: ['omit all but one of them'],
}))

export const SeveralFilesWithConfiguration = message(
  'SeveralFilesWithConfiguration',
  ({ files }: { files: readonly string[] }) => ({
    said: `${listed(files)}: each has a KubeletConfiguration, but only one is used`,
    hints: ['omit the other files'],
  }),
)

/** `files`: those for kubeadm that have no KubeletConfiguration. */
export const NoConfigFlag = message('NoConfigFlag', ({ files }: { files: readonly string[] }) => ({
  said: `${files.length === 0 ? '' : `${listed(files)}: no KubeletConfiguration to compare with, and `}no --config among the flags`,
  hints: ['add --base FILE'],
}))

export const CommandLineRefused = message(
  'CommandLineRefused',
  ({ problems }: { problems: readonly FlagProblem[] }) => ({
    said: 'no kubelet starts with this command line',
    below: problems,
  }),
)

/** The value of a flag with which kubelets of a release refuse the configuration. */
export const FlagValueRefused = message(
  'FlagValueRefused',
  ({
    subject,
    place,
    release,
    finding,
  }: {
    subject: Extract<Subject, { readonly kind: 'Flag' }>
    place: WordPlace
    release: Release
    finding: Finding
  }) => {
    const remedy = finding.remedy === undefined ? '' : ` (${finding.remedy})`
    return `${placeOf(place)}: --${subject.name} stops kubelet ${release}: ${finding.rule} ${withPath(finding)}${remedy}`
  },
)

export const FlagReplaced = message(
  'FlagReplaced',
  ({ subject, why }: { subject: Extract<Subject, { readonly kind: 'Flag' }>; why: FlagAbsence }) =>
    `--${subject.name} was ${absenceInWords(why)}: its field replaces it`,
)

export const WriteToFile = message(
  'WriteToFile',
  () => 'write the document to a file, and add --config=FILE to the flags',
)

export const WriteToKubeadmFile = message(
  'WriteToKubeadmFile',
  ({
    subject,
    extraArgsIn,
  }: {
    subject: FileSubject
    /** Files with flags in their kubeletExtraArgs. */
    extraArgsIn: readonly string[]
  }) => {
    const others = extraArgsIn.filter((file) => file !== subject.name)
    const where = others.length === 0 ? '' : ` of ${listed(others)}`
    const flags = extraArgsIn.length === 0 ? '' : ` and remove the flags from kubeletExtraArgs${where}`
    const file = subject.name === '<stdin>' ? 'the kubeadm file' : subject.name
    return `add the document to ${file}${flags}: kubeadm gives it to all nodes`
  },
)

export const NoExtraArgs = message(
  'NoExtraArgs',
  ({ subject }: { subject: FileSubject }) =>
    `${subject.name} has no kubeletExtraArgs: the document is the KubeletConfiguration in it`,
)

export const VariableNotSet = message(
  'VariableNotSet',
  ({ variable, environmentFiles }: { variable: string; environmentFiles: readonly string[] }) => {
    const where = environmentFiles.length === 0 ? '' : ` (EnvironmentFile=${listed(environmentFiles)})`
    return `$${variable} is not set by any of these files${where}: its flags are missing`
  },
)

/** A kubelet without a file has other defaults than one with a file. */
export const DefaultsWithoutFile = message(
  'DefaultsWithoutFile',
  ({ fields }: { fields: readonly string[] }) =>
    `a kubelet without a file has other defaults, so these are written out: ${listed(fields)}`,
)

const listed = (names: readonly string[]): string => names.join(', ')

const lines = (first: string, others: readonly string[]): string =>
  [first, ...others.map((one) => `  ${one}`)].join('\n')

const phraseOf = (problem: ArgsProblem): Phrase => textOf(problem)!
