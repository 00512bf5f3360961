import { join } from 'node:path'
import { findDropIns } from '../../../src/lib/cli/input/drop-in-folder.ts'
import type { Checked } from '../../../src/lib/kubelet/check/check.ts'
import type { Finding } from '../../../src/lib/kubelet/model/finding.ts'
import { checkTogether } from '../../../src/lib/offline/validate/check-together.ts'
import { readDropIns } from '../../../src/lib/offline/validate/drop-ins.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'
import type { JudgedRelease } from '../kubelets.ts'
import { comparable, stageOf, writtenText } from '../ours.ts'
import type { Verdict } from '../verdict.ts'
import type { Folder } from './folder.ts'

export interface Difference {
  readonly aspect: 'verdict' | 'merged'
  readonly ours: string
  readonly kubelets: string
  readonly reasons: readonly string[]
}

interface Given {
  /** Where the files are, as the kubelet's own code has read them. */
  readonly path: string
  readonly files: Folder
  readonly release: JudgedRelease
  readonly verdict: Verdict
}

/** How our verdict on a folder, or what we merge, differs from the kubelet's; undefined when it does not. */
export async function compareFolder({ path, files, release, verdict }: Given, signal: AbortSignal) {
  const reading = await readDocument(files['config.yaml']!)
  const dropIns = await readDropIns(await findDropIns(join(path, 'drop-ins'), signal))
  const [checked] = checkTogether(reading, dropIns, [release])
  if (checked === undefined || checked.findings.some(isNotJudged)) return undefined
  const kubelets = verdict.stage ?? 'valid'
  const ours = stageIn(checked, kubelets)
  const reasons = checked.findings
    .filter(({ fatal }) => fatal)
    .map(({ rule, path, message }) => `${rule} ${path}: ${message}`)
  if (ours !== kubelets) return { aspect: 'verdict', ours, kubelets, reasons } satisfies Difference
  if (checked.document === undefined || verdict.defaulted === undefined) return undefined
  // Relative paths of the file start at its folder there, and nowhere yet here.
  const written = await writtenText(verdict.defaulted.replaceAll(`"${path}/`, '"'), release)
  const merged = comparable(checked.document)
  return merged === written
    ? undefined
    : ({ aspect: 'merged', ours: merged, kubelets: written, reasons } satisfies Difference)
}

/** Limits of ours, and what the kubelet leaves to chance. */
const isNotJudged = ({ rule, message }: Finding): boolean =>
  ['READ-SIZE', 'READ-UTF16', 'READ-DEPTH', 'READ-AMBIGUOUS'].includes(rule) ||
  (rule === 'READ-CHARACTER' && message.includes('to the kubelet'))

/** Gates of the file end the kubelet before it reads a drop-in that it could not read either. */
const stageIn = ({ findings }: Checked, kubelets: string): string => {
  const fatal = findings.filter((found) => found.fatal).map(stageOf)
  if (kubelets === 'gates' && fatal.includes('gates')) return kubelets
  return ['decode', 'gates', 'rules'].find((stage) => fatal.includes(stage)) ?? 'valid'
}
