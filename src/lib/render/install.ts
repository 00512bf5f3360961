import type { ObjectBody } from '../api/object.ts'
import type { Readiness } from '../flows/sizes/balloons-ready.ts'
import type { Held } from '../flows/sizes/held.ts'
import type { InstallPlan, InstallStep } from '../flows/sizes/install.ts'
import type { KeepFact } from '../flows/sizes/install-fact.ts'
import type { UninstallPlan } from '../flows/sizes/uninstall.ts'
import type { DryRunMode } from '../ports/limits.ts'
import { formatAmounts } from '../sizing/amounts.ts'
import type { Line } from '../tone.ts'
import { messageOf } from '../words/describe.ts'
import { dryRunSuffix } from './dry-run.ts'
import { showRoundedDown } from './sizes.ts'

/** As kubectl names objects: `daemonset.apps/nodesize-balloon`. */
export function resourceName({ apiVersion, kind, metadata }: ObjectBody): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  return `${kind.toLowerCase()}${group}/${metadata.name}`
}

const past = { create: 'created', configure: 'configured', unchanged: 'unchanged' } as const

export const installedLine = ({ object, action }: InstallStep, mode: DryRunMode): string =>
  `${resourceName(object)} ${past[action]}${dryRunSuffix[mode]}\n`

export const removedLine = (object: ObjectBody, mode: DryRunMode): string =>
  `${resourceName(object)} deleted${dryRunSuffix[mode]}\n`

/** `waiting for the balloons: 2 of 3 ready`. */
export const waitingText = ({ selected, missing }: Readiness): string =>
  `waiting for the balloons: ${selected - missing.length} of ${selected} ready`

/** What an install removes; empty when it removes nothing. */
export function describeInstall({ steps, released }: InstallPlan): readonly Line[] {
  if (released.length === 0) return []
  const changes = steps.filter(({ action }) => action !== 'unchanged')
  return [
    ...changes.map(({ object, action }) => [`${resourceName(object)}: ${action}`]),
    [['warn', 'nodes that lose their balloon and their size, and capacity that will be returned:']],
    ...released.map(heldLine),
  ]
}

export function describeUninstall({ remove, keep, released }: UninstallPlan): readonly Line[] {
  if (remove.length === 0) return []
  return [
    ...remove.map((object) => [`${resourceName(object)}: delete`]),
    ...keep.map((fact): Line => [['faint', 'kept: '], messageOf(fact)]),
    [released.length === 0 ? 'all nodes are at full size' : 'capacity that will be returned:'],
    ...released.map(heldLine),
  ]
}

const heldLine = ({ node, amounts }: Held): Line => [`  node/${node}: `, ['strong', showRoundedDown(amounts)]]

export const uninstallData = (
  { remove, keep, released }: UninstallPlan,
  mode: DryRunMode,
): Record<string, unknown> => ({
  dryRun: mode,
  removed: remove.map(resourceName),
  kept: keep.map((fact) => ({ object: objectName(fact), reason: fact.reason, message: messageOf(fact) })),
  returned: released.map(({ node, amounts }) => ({ node, ...formatAmounts(amounts) })),
})

const objectName = ({ subject: { kind, name } }: KeepFact): string => `${kind.toLowerCase()}/${name}`
