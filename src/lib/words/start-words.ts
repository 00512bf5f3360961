import type { FlagValueRefused, MigrationNote, StartRefusal } from '../flows/files/start-fact.ts'
import { quote } from '../kubelet/model/quote.ts'
import { placeOf } from '../kubelet-flags/source.ts'
import type { ArgsProblem } from '../yaml/read/kubelet-extra-args.ts'
import { placeIn, withPath } from './finding-words.ts'
import { absenceInWords } from './flag-words.ts'
import type { Phrase, Vocabulary } from './phrase.ts'

/** How kubelets are started, and what happens to their flags. */
export const startWords: Vocabulary<StartRefusal | MigrationNote | FlagValueRefused | ArgsProblem> = {
  NotUtf8: ({ subject }) => `${subject.name}: not UTF-8 text`,
  KubeadmFileNotReadable: ({ subject, findings, isJson }) => ({
    said: lines(
      `${subject.name}: cannot be read`,
      findings.map((finding) => `${placeIn(subject.name, finding)}: ${finding.message}`),
    ),
    hints: isJson ? ['a file that begins with { is read as one JSON document: put a line --- before it'] : [],
  }),
  KubeadmRefuses: ({ subject, problems }) =>
    lines(
      `${subject.name}: refused by kubeadm`,
      problems.map((problem) => `${placeIn(subject.name, problem)}: ${phraseOf(problem)}`),
    ),
  FlagsDiffer: ({ objects }) => ({
    said: lines(
      `${listed([...new Set(objects.map(({ subject }) => subject.name))])}: different flags for kubelets`,
      objects.map(({ subject, object }) => `${placeIn(subject.name, subject)}: ${object}`),
    ),
    hints: ['omit all but one of them'],
  }),
  SeveralFilesWithConfiguration: ({ files }) => ({
    said: `${listed(files)}: each has a KubeletConfiguration, but only one is used`,
    hints: ['omit the other files'],
  }),
  NoConfigFlag: ({ files }) => ({
    said: `${files.length === 0 ? '' : `${listed(files)}: no KubeletConfiguration to compare with, and `}no --config among the flags`,
    hints: ['add --base FILE'],
  }),
  CommandLineRefused: ({ problems }) => ({ said: 'no kubelet starts with this command line', below: problems }),
  FlagValueRefused: ({ subject, place, release, finding }) => {
    const remedy = finding.remedy === undefined ? '' : ` (${finding.remedy})`
    return `${placeOf(place)}: --${subject.name} stops kubelet ${release}: ${finding.rule} ${withPath(finding)}${remedy}`
  },
  ArgsNotMapping: ({ version }) =>
    `kubeletExtraArgs must be a mapping in ${bare(version)}: a list is for v1beta4 and later`,
  ArgsNotList: ({ version }) =>
    `kubeletExtraArgs must be a list of name and value in ${bare(version)}: a mapping is for v1beta3 and earlier`,
  ArgWithoutName: () => 'an item of kubeletExtraArgs must have a name',
  ArgNotString: ({ flag, scalar }) => `--${bare(flag)} must be a string${scalar ? ': put it in quotes' : ''}`,
  FlagReplaced: ({ subject, why }) => `--${subject.name} was ${absenceInWords(why)}: its field replaces it`,
  WriteToFile: () => 'write the document to a file, and add --config=FILE to the flags',
  WriteToKubeadmFile: ({ subject, extraArgsIn }) => {
    const others = extraArgsIn.filter((file) => file !== subject.name)
    const where = others.length === 0 ? '' : ` of ${listed(others)}`
    const flags = extraArgsIn.length === 0 ? '' : ` and remove the flags from kubeletExtraArgs${where}`
    const file = subject.name === '<stdin>' ? 'the kubeadm file' : subject.name
    return `add the document to ${file}${flags}: kubeadm gives it to all nodes`
  },
  NoExtraArgs: ({ subject }) =>
    `${subject.name} has no kubeletExtraArgs: the document is the KubeletConfiguration in it`,
  VariableNotSet: ({ variable, environmentFiles }) => {
    const where = environmentFiles.length === 0 ? '' : ` (EnvironmentFile=${listed(environmentFiles)})`
    return `$${variable} is not set by any of these files${where}: its flags are missing`
  },
  DefaultsWithoutFile: ({ fields }) =>
    `a kubelet without a file has other defaults, so these are written out: ${listed(fields)}`,
}

const listed = (names: readonly string[]): string => names.join(', ')
const bare = (text: string): string => quote(text).slice(1, -1)
const lines = (first: string, others: readonly string[]): string =>
  [first, ...others.map((one) => `  ${one}`)].join('\n')
const phraseOf = (problem: ArgsProblem): Phrase => startWords[problem.reason](problem as never)
