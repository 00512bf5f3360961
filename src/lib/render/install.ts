import type { ObjectBody } from '../api/object.ts'
import type { InstallStep } from '../flows/sizes/install.ts'
import type { UninstallPlan } from '../flows/sizes/uninstall.ts'
import type { DryRunMode } from '../ports/limits.ts'
import { formatAmounts } from '../sizing/amounts.ts'
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

export function describeUninstall({ remove, keep, reappears }: UninstallPlan): string {
  if (remove.length === 0) return ''
  const nodes = reappears.map(({ node, amounts }) => `  node/${node}: ${showRoundedDown(amounts)}`)
  const lines = [
    ...remove.map((object) => `${resourceName(object)}: delete`),
    ...keep.map((reason) => `kept: ${reason}`),
    nodes.length === 0 ? 'no node is smaller than it could be' : 'capacity that re-appears:',
    ...nodes,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

export const uninstallData = (
  { remove, keep, reappears }: UninstallPlan,
  mode: DryRunMode,
): Record<string, unknown> => ({
  dryRun: mode,
  removed: remove.map(resourceName),
  kept: keep,
  reappears: reappears.map(({ node, amounts }) => ({ node, ...formatAmounts(amounts) })),
})
