import type { SetupFound } from '../../kubelet/layout/setup.ts'
import { asReported } from '../../kubelet/merge/as-reported.ts'
import { setByRuntime } from '../../kubelet/merge/differences.ts'
import type { EffectiveField } from '../../kubelet/merge/effective-field.ts'
import type { Layers } from '../../kubelet/merge/layers.ts'
import { merge } from '../../kubelet/merge/merge.ts'
import { provenance } from '../../kubelet/merge/provenance.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { oldest, type Release, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import { type Fact, type FileSubject, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Limits } from '../../ports/limits.ts'
import { refuseDocument } from '../read/refuse-document.ts'
import type { EffectiveReport } from './effective.ts'

/** The kubelet of this machine. */
export interface KubeletHere {
  readonly isRoot: boolean
  discover(limits: Limits): Promise<SetupFound>
  version(unit: string, limits: Limits): Promise<string>
  /** The arguments that it runs with; undefined when it does not run. */
  commandLine(unit: string, limits: Limits): Promise<readonly string[] | undefined>
  /** What it would read if it started now. */
  layers(argv: readonly string[], release: Release, limits: Limits): Promise<Layers | { readonly unread: FileSubject }>
  /** What it reports (configz), or why that cannot be read. */
  reported(
    started: Started,
    limits: Limits,
  ): Promise<{ readonly document: ConfigDocument } | { readonly because: Fact }>
}

export interface Started {
  readonly argv: readonly string[]
  readonly release: Release
  /** What its files and flags say now. */
  readonly expected: ConfigDocument
}

export type EffectiveHereFact =
  | FactOf<typeof EffectiveRequiresRoot>
  | FactOf<typeof NoKubeletHere>
  | FactOf<typeof KubeletNotRunningHere>
  | FactOf<typeof KubeletFileUnread>
  | FactOf<typeof NotCompared>
  | FactOf<typeof ChangedSinceStart>

const refusal = (fact: EffectiveHereFact): Failure => new Failure('refused', fact)

/**
 * What the kubelet of this machine runs with: its files, drop-ins and flags, compared with what it reports where that can be
 * read. Rejects with Failure 'refused' when there is none, or it does not run.
 */
export async function effectiveHere(here: KubeletHere, limits: Limits): Promise<EffectiveReport> {
  const found = await here.discover(limits)
  if ('refused' in found) throw refusal(NoKubeletHere({ because: found.refused }))
  if (!here.isRoot) throw refusal(EffectiveRequiresRoot())
  const { unit } = found.setup
  const argv = await here.commandLine(unit, limits)
  if (argv === undefined) throw refusal(KubeletNotRunningHere({ unit }))
  const release = releaseOfKubelet(await here.version(unit, limits))?.release ?? oldest
  const layers = await here.layers(argv, release, limits)
  if ('unread' in layers) throw refusal(KubeletFileUnread({ subject: layers.unread }))
  const merged = merge(layers)
  if (merged.outcome === 'refused')
    throw refuseDocument(merged.file ?? fileSubject(unit).name, merged.findings, [release])
  const expected = provenance(merged.document, layers)
  const answer = await here.reported({ argv, release, expected: merged.document }, limits)
  if ('because' in answer) return report(release, expected, { notes: [fact(NotCompared(answer))] })
  const fields = asReported(expected, answer.document, (path) =>
    setByRuntime.has(path) ? { kind: 'runtime' } : { kind: 'earlier' },
  )
  const changed = fields.filter(({ origin }) => origin.kind === 'earlier').map(({ path }) => path)
  return report(release, fields, {
    warnings: changed.length === 0 ? [] : [fact(ChangedSinceStart({ fields: changed }))],
  })
}

const fact = (one: EffectiveHereFact): Fact => one

const report = (
  release: Release,
  fields: readonly EffectiveField[],
  { notes = [], warnings = [] }: Partial<Pick<EffectiveReport, 'notes' | 'warnings'>>,
): EffectiveReport => ({ release, fields, notes, warnings })

export const EffectiveRequiresRoot = message('EffectiveRequiresRoot', () => ({
  said: 'reading the files of the kubelet of this machine requires root',
  hints: ['run it with sudo'],
}))

export const NoKubeletHere = message('NoKubeletHere', ({ because }: { because: Fact }) => ({
  said: 'no node given, and this machine',
  because,
  hints: ['name a node: kubeletcfg effective NODE', 'or give the files of a kubelet: --config, --config-dir, --flags'],
}))

export const KubeletNotRunningHere = message('KubeletNotRunningHere', ({ unit }: { unit: string }) => ({
  said: `the kubelet of ${unit} does not run`,
  hints: ['give its files: --config, --config-dir, --flags', `systemctl status ${unit} shows why`],
}))

export const KubeletFileUnread = message(
  'KubeletFileUnread',
  ({ subject }: { subject: FileSubject }) =>
    `${subject.name}: cannot be read, although the kubelet was started with it`,
)

/** Values are those that files and flags have now. */
export const NotCompared = message('NotCompared', ({ because }: { because: Fact }) => ({
  said: 'these are the values of its files and flags now, not compared with what the kubelet reports',
  because,
}))

/** It was started before they were changed. */
export const ChangedSinceStart = message('ChangedSinceStart', ({ fields }: { fields: readonly string[] }) => ({
  said: `files or flags changed since the kubelet started: a restart changes ${fields.join(', ')}`,
}))
