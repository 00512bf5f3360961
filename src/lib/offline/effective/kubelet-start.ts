import { afterProgram, type CommandLine, commandLineOf, wordsFrom } from '../../kubelet/flags/command-line.ts'
import { valueOfFlag } from '../../kubelet/flags/parse-flags.ts'
import { type KubeadmSource, type Read, readSource, type SourceFile } from '../../kubelet/flags/source.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import { kubeadmObjects, mayBeForKubeadm, releaseNamedIn } from '../../yaml/read/kubeadm.ts'
import { type Survey, survey } from '../../yaml/read/survey.ts'
import type { OneDocument, Source, SurveyedFile } from '../read/one-document.ts'
import { NoConfigFlag, NotUtf8, SeveralFilesWithConfiguration, type StartRefusal } from '../read/start-messages.ts'
import { kubeadmFlags } from './kubeadm-flags.ts'

/** How a kubelet is started. */
export interface KubeletStart {
  readonly line: CommandLine
  /** The file for kubeadm that has a KubeletConfiguration. */
  readonly configuration?: SurveyedFile | undefined
  /** The files for kubeadm that have flags in their kubeletExtraArgs. */
  readonly extraArgsIn: readonly string[]
  /** The releases that files for kubeadm name. */
  readonly releases: readonly Pick<OneDocument, 'file' | 'fileRelease'>[]
}

/** From flags that were typed. */
export const startByFlags = (typed: readonly string[]): KubeletStart => ({
  line: { ...afterProgram(wordsFrom('<arguments>', typed)), unset: [], environmentFiles: [], notes: [] },
  extraArgsIn: [],
  releases: [],
})

/** From files. Rejects with Failure 'invalid' when they have no command line, or several. */
export async function startByFiles(sources: readonly Source[]): Promise<KubeletStart> {
  const starts = await Promise.all(sources.map(readStart))
  const forKubeadm = starts.filter((start) => 'found' in start)
  const flags = kubeadmFlags(forKubeadm)
  // The files of a node come last, so they win over what kubeadm would put there.
  const line = commandLineOf([...flags, ...starts.filter((start) => 'text' in start)])
  return {
    line,
    configuration: onlyConfiguration(flags, forKubeadm),
    extraArgsIn: flags.flatMap(({ file, source }) => (source.flags.length > 0 ? [file] : [])),
    releases: forKubeadm.map(({ file, found }) => ({ file, fileRelease: releaseNamedIn(found) })),
  }
}

const refusal = (fact: StartRefusal, code: FailureCode = 'invalid'): Failure => new Failure(code, fact)

function onlyConfiguration(
  files: readonly Read<KubeadmSource>[],
  surveyed: readonly SurveyedFile[],
): SurveyedFile | undefined {
  const holding = new Set(files.flatMap(({ file, source }) => (source.hasConfiguration ? [file] : [])))
  if (holding.size > 1) throw refusal(SeveralFilesWithConfiguration({ files: [...holding] }))
  return surveyed.find(({ file }) => holding.has(file))
}

/** The file that a flag names. Throws Failure 'usage' when none does. */
export function configOf({ line, releases }: KubeletStart): string {
  const file = valueOfFlag(line.words, 'config')
  if (file !== undefined) return file
  throw refusal(NoConfigFlag({ files: releases.map((one) => one.file) }), 'usage')
}

type Start = SourceFile | SurveyedFile

async function readStart({ file, bytes }: Source): Promise<Start> {
  const text = textOf({ file, bytes })
  if (!mayBeForKubeadm(text)) return { file, text }
  const found = await survey(text)
  return kubeadmObjects(found).length > 0 || mayBeBroken(found, { file, text }) ? { file, found } : { file, text }
}

/** Starts no kubelet in any other way, and cannot be read. */
function mayBeBroken({ members }: Survey, file: SourceFile): boolean {
  const source = readSource(file)
  const isNothing = source.kind === 'command' && source.words.length === 0
  return isNothing && members.some(({ holds }) => holds === 'unreadable')
}

function textOf({ file, bytes }: Source): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure('invalid', NotUtf8({ subject: fileSubject(file) }), { cause })
  }
}
