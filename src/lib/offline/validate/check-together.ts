import { type Checked, type CheckOptions, concluded, type Found, findingsForEach } from '../../kubelet/check/check.ts'
import { commentsOf } from '../../kubelet/check/ignore.ts'
import { finding } from '../../kubelet/decode/decode-rules.ts'
import { inFiles, settled } from '../../kubelet/merge/in-files.ts'
import type { FileLayer } from '../../kubelet/merge/layers.ts'
import { merge } from '../../kubelet/merge/merge.ts'
import { fatalOfDropIn } from '../../kubelet/merge/own-findings.ts'
import { versionedSince } from '../../kubelet/merge/versioned-since.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import { here, ofRelease } from '../../kubelet/model/message.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { compareReleases, type Release } from '../../kubelet/model/releases.ts'
import { findingsOfMerge } from '../effective/findings-of-merge.ts'
import type { Together } from '../read/document-report.ts'
import { type DropInFolder, type DropIns, readDropIns } from './drop-ins.ts'

/** Reads the drop-ins of a folder once, for all documents and releases. */
export async function judgeTogether(folder: DropInFolder): Promise<Together> {
  const dropIns = await readDropIns(folder)
  const checkIn: Together['check'] = (reading, releases, options) => checkTogether(reading, dropIns, releases, options)
  return { configDir: folder.path, check: checkIn }
}

/**
 * The findings about a document that a kubelet merges with drop-ins: the same checks, of what the merge results in. Each
 * is at the value that caused it, in its file. `document` is the result, with defaults that have no place.
 */
export function checkTogether(
  reading: Reading,
  dropIns: DropIns,
  releases: readonly Release[],
  { ignore = [] }: CheckOptions = {},
): readonly Checked[] {
  const comments = [...commentsOf(reading), ...dropIns.comments]
  return concluded(foundTogether(reading, dropIns, releases), { rules: ignore, comments })
}

function foundTogether(reading: Reading, dropIns: DropIns, releases: readonly Release[]): readonly Found[] {
  return findingsForEach(reading, releases).map((alone) => {
    const { release } = alone
    const loaded = loadedBy(reading, alone)
    if (loaded === undefined) return found(release, [...alone.findings, ...dropIns.findings])
    const before = [...loaded.findings, ...dropIns.findings]
    if (compareReleases(release, enabledSince) < 0) return found(release, [...before, notEnabled(dropIns, release)])
    const gates = compareReleases(release, versionedSince) < 0 ? [] : alone.findings.filter(isGateStop)
    if (gates.length > 0) return found(release, [...before, ...gates])
    const fatal = dropIns.layers.flatMap((layer) =>
      fatalOfDropIn(layer, release).map((one) => ({ ...one, file: layer.file })),
    )
    if ([...fatal, ...dropIns.findings].some((one) => one.fatal)) return found(release, [...before, ...fatal])
    const { document, findings, inFiles } = mergedWith(loaded.base, dropIns.layers, release)
    return { ...found(release, [...before, ...findings], document), inFiles }
  })
}

/** Beta, and on without an environment variable. */
const enabledSince: Release = '1.30'

/** The defaults of the file are filled in for its feature gates, and ones that cannot be set end the kubelet (since 1.32). */
const isGateStop = ({ stage, fatal }: Finding): boolean => fatal && stage === 'gates'

/** What the kubelet says of the file of --config while it loads it; undefined when it does not get beyond that. */
function loadedBy(
  reading: Reading,
  { document, findings }: Found,
): { readonly base: FileLayer; readonly findings: readonly Finding[] } | undefined {
  if (document === undefined || reading.outcome === 'unreadable' || reading.tree.type !== 'map') return undefined
  const { tree, format } = reading
  const early = findings.filter(({ stage }) => ['read', 'decode', 'strict'].includes(stage))
  return { base: { file: '', tree, format }, findings: early }
}

function mergedWith(base: FileLayer, dropIns: readonly FileLayer[], release: Release) {
  const layers = { release, base: { ...base, folder: undefined }, dropIns, flags: [], flagDefaults: [] }
  const merged = merge(layers)
  const places = (found: readonly Finding[]): readonly Finding[] => inFiles(found, layers)
  if (merged.outcome === 'refused') return { document: undefined, findings: merged.findings, inFiles: places }
  return {
    document: settled(merged.document),
    findings: places(findingsOfMerge(merged, layers)),
    inFiles: places,
  }
}

function notEnabled({ folder }: DropIns, release: Release): Finding {
  const message = ofRelease`kubelet ${here(release)} exits with --config-dir, unless its environment has KUBELET_CONFIG_DROPIN_DIR_ALPHA`
  const remedy = 'what it merges then is not modelled'
  return { ...finding('DROPIN-ALPHA', 'nowhere', { message, remedy }), file: folder }
}

const found = (release: Release, findings: readonly Finding[], document?: Found['document']): Found => ({
  release,
  findings,
  document,
})
