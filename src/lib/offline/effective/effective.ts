import { afterProgram, wordsFrom } from '../../kubelet/flags/command-line.ts'
import { flagLayers } from '../../kubelet/flags/flag-layers.ts'
import { splitWords } from '../../kubelet/flags/words.ts'
import { ConfigDirWithoutConfig, type LayoutRefusal } from '../../kubelet/layout/layout-messages.ts'
import type { EffectiveField } from '../../kubelet/merge/effective-field.ts'
import type { FileLayer, Layers } from '../../kubelet/merge/layers.ts'
import { merge } from '../../kubelet/merge/merge.ts'
import { provenance } from '../../kubelet/merge/provenance.ts'
import { compareReleases, type Release } from '../../kubelet/model/releases.ts'
import type { FileSubject, Subject } from '../../message/fact.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { readLayer } from '../../yaml/read/read-layer.ts'
import { type FileFact, KubeletDoesNotStart } from '../read/file-messages.ts'
import type { Source } from '../read/one-document.ts'
import { documentRefused, refuseDocument } from '../read/refuse-document.ts'
import { CommandLineRefused } from '../read/start-messages.ts'
import { findingsOfMerge } from './findings-of-merge.ts'

/** What a kubelet is started with. */
export interface StartSources {
  /** The file of --config, with its absolute folder. */
  readonly config: (Source & { readonly folder: string }) | undefined
  readonly configDir: DropInFolder | undefined
  /** Flags, as texts that a shell would split. */
  readonly flags: readonly string[]
}

export interface DropInFolder {
  readonly path: string
  readonly isLink: boolean
  /** In the order in which the kubelet reads them. */
  readonly files: readonly Source[]
}

export interface EffectiveReport {
  readonly release: Release
  readonly fields: readonly EffectiveField[]
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/**
 * What a kubelet makes of its file, drop-ins and flags. Rejects with Failure 'invalid' and the problems when it would not
 * read them; a configuration that it refuses afterwards is reported, with a warning.
 */
export async function effectiveOf(sources: StartSources, release: Release): Promise<EffectiveReport> {
  const { config, configDir } = sources
  const { layers: flags, defaults: flagDefaults, problems } = flagLayers(lineOf(sources.flags), release)
  const broken = problems.filter((problem) => problem.reason !== 'FlagStopsKubelet')
  if (broken.length > 0) throw new Failure('invalid', CommandLineRefused({ problems: broken }))
  const base = config && { ...(await layerOf(config, release)), folder: config.folder }
  const dropIns = configDir && (await Promise.all(configDir.files.map((file) => layerOf(file, release))))
  const layers: Layers = { release, base, dropIns, flags, flagDefaults }
  const merged = merge(layers)
  const all = config?.file ?? '<kubelet>'
  if (merged.outcome === 'refused') throw refuseDocument(merged.file ?? all, merged.findings, [release])
  const fatal = findingsOfMerge(merged, layers).filter((finding) => finding.fatal)
  // Places are those of layers, which mean nothing to people.
  const findings = fatal.map(({ line: _, column: __, ...finding }) => finding)
  const stops: FileFact[] =
    findings.length === 0
      ? []
      : [
          KubeletDoesNotStart({
            subject: fileSubject(all),
            because: documentRefused(all, findings, [release]),
          }),
        ]
  const stopping = problems.filter((problem) => problem.reason === 'FlagStopsKubelet')
  return {
    release,
    fields: provenance(merged.document, layers),
    notes: runtimeNotes(release),
    warnings: [...folderWarnings(sources), ...stopping, ...stops],
  }
}

const lineOf = (flags: readonly string[]) => {
  const words = flags.flatMap((text) => splitWords(text, 'sh', '--flags'))
  return { ...afterProgram(wordsFrom('--flags', words)), unset: [], environmentFiles: [], notes: [] }
}

async function layerOf({ file, bytes }: Source, release: Release): Promise<FileLayer> {
  const layer = await readLayer(file, bytes)
  if ('tree' in layer) return layer
  throw refuseDocument(file, layer, [release])
}

/** KubeletCgroupDriverFromCRI is on by default from here on. */
export const runtimeDecidesSince: Release = '1.31'

const runtimeNotes = (release: Release): readonly EffectiveFact[] =>
  compareReleases(release, runtimeDecidesSince) < 0
    ? []
    : [RuntimeDecides({ subject: { kind: 'Field', name: 'cgroupDriver' } })]

function folderWarnings({ config, configDir }: StartSources): readonly (EffectiveFact | LayoutRefusal)[] {
  if (configDir === undefined) return []
  return [
    ...(configDir.isLink ? [DropInFolderIsLink({ subject: fileSubject(configDir.path) })] : []),
    ...(config === undefined ? [ConfigDirWithoutConfig({ configDir: configDir.path })] : []),
  ]
}

/** What to know about a configuration that is made of several sources. */
type EffectiveFact = FactOf<typeof DropInFolderIsLink> | FactOf<typeof RuntimeDecides>

/** The kubelet does not follow it, and reads no drop-in. */
const DropInFolderIsLink = message('DropInFolderIsLink', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name} is a symbolic link: the kubelet does not follow it, and reads no drop-in`,
  hints: ['give the kubelet the path of the folder itself'],
}))

/** The kubelet asks the container runtime, whose answer wins. */
const RuntimeDecides = message(
  'RuntimeDecides',
  ({ subject }: { subject: Extract<Subject, { readonly kind: 'Field' }> }) =>
    `${subject.name}: if the container runtime reports one, the kubelet uses that`,
)
