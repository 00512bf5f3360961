import { afterProgram, type CommandLine, commandLineOf, wordsFrom } from '../config/migrate/command-line.ts'
import { valueOfFlag } from '../config/migrate/parse-flags.ts'
import type { SourceFile } from '../config/migrate/source.ts'
import { Failure } from '../errors.ts'
import { releaseNamedIn } from '../reading/kubeadm.ts'
import { type Survey, survey } from '../reading/survey.ts'
import { isForKubeadm, kubeadmFlags } from './kubeadm-flags.ts'
import type { OneDocument, Source } from './one-document.ts'

/** How a kubelet is started. */
export interface KubeletStart {
  readonly line: CommandLine
  /** The file for kubeadm that has flags and a KubeletConfiguration beside them. */
  readonly configuration?: Source | undefined
  /** What files for kubeadm say about its release. */
  readonly releases: readonly Pick<OneDocument, 'file' | 'fileRelease'>[]
}

/** By flags as they were typed. */
export const startByFlags = (typed: readonly string[]): KubeletStart => ({
  line: { ...afterProgram(wordsFrom('<arguments>', typed)), unset: [], environmentFiles: [], notes: [] },
  releases: [],
})

/** By files. Rejects with Failure 'invalid' when they have no command line, or several. */
export async function startByFiles(sources: readonly Source[]): Promise<KubeletStart> {
  const starts = await Promise.all(sources.map(readStart))
  const line = commandLineOf(starts.map(({ file }) => file))
  const forKubeadm = starts.flatMap(({ source, found }) => (found === undefined ? [] : [{ source, found }]))
  const holding = forKubeadm.findLast(({ found }) => found.members.some(({ holds }) => holds === 'configuration'))
  const releases = forKubeadm.map(({ source, found }) => ({ file: source.file, fileRelease: releaseNamedIn(found) }))
  return { line, configuration: holding?.source, releases }
}

/** The file that a flag names. Throws Failure 'usage' when none does. */
export function configOf({ line, releases }: KubeletStart): string {
  const file = valueOfFlag(line.words, 'config')
  if (file !== undefined) return file
  const forKubeadm = releases.map((one) => one.file).join(', ')
  const what = forKubeadm === '' ? 'there is ' : `${forKubeadm}: no KubeletConfiguration to compare with, and `
  throw new Failure('usage', `${what}no --config among the flags`, { suggestions: ['add --base FILE'] })
}

interface Start {
  readonly source: Source
  readonly file: SourceFile
  /** In a file for kubeadm. */
  readonly found?: Survey
}

async function readStart(source: Source): Promise<Start> {
  const { file } = source
  const text = textOf(source)
  if (!isForKubeadm(text)) return { source, file: { file, text } }
  const found = await survey(text)
  return { source, file: { file, text: kubeadmFlags(file, found) }, found }
}

function textOf({ file, bytes }: Source): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure('invalid', `${file}: not UTF-8 text`, { cause })
  }
}
