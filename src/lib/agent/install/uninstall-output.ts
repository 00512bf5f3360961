import type { Fact } from '../../message/fact.ts'
import type { Line } from '../../message/line.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import { agentUnit } from '../installation/places.ts'
import type { UninstallPlan } from './uninstall.ts'
import type { UninstallOutcome } from './uninstall-apply.ts'
import { removals } from './uninstall-removals.ts'

export function describeAgentUninstall(plan: UninstallPlan): readonly Line[] {
  const { installation, back } = plan
  if (installation === undefined) return []
  const { kubeletUnit, node, runsAs } = installation
  const { ofUnits, others, ownFolders, folders } = removals(plan)
  return [
    [`node/${node || 'unknown'}: back to the node's own configuration`],
    ...(runsAs === 'service' ? [[`  stop and disable ${agentUnit}`]] : []),
    ...(node === '' ? [] : [[`  remove the condition and the annotation of node/${node}`]]),
    back.restarts ? ['  ', ['warn', `restart ${kubeletUnit}`]] : [`  leave ${kubeletUnit} running`],
    ...back.stateFiles.map((name): Line => ['  ', ['warn', `remove the kubelet's ${name}`]]),
    ...[...ofUnits, ...others].map((path): Line => [`  remove ${path}`]),
    ...[...ownFolders, ...folders].map((path): Line => [`  remove folder ${path}`]),
  ]
}

/** undefined: nothing was done. */
type Done = UninstallOutcome | undefined

export function uninstalledLines(
  { installation, back, refusal }: UninstallPlan,
  done: Done,
  mode: DryRunMode,
): readonly Line[] {
  if (installation === undefined || refusal !== undefined) return []
  const { node, kubeletUnit } = installation
  const kubelet = (done?.restarted ?? back.restarts) ? `${kubeletUnit} restarted` : `${kubeletUnit} not touched`
  return [[`agent of node/${node || 'unknown'} uninstalled: ${kubelet}${dryRunSuffix[mode]}`]]
}

export function agentUninstallData(plan: UninstallPlan, done: Done, dryRun: DryRunMode): Record<string, unknown> {
  const { installation, refusal } = plan
  const back = done?.back ?? plan.back
  const { ofUnits, others, ownFolders, folders } = removals(plan)
  const warnings: readonly Fact[] = [...plan.warnings, ...(done?.warnings ?? [])]
  return {
    dryRun,
    node: installation?.node || null,
    runsAs: installation?.runsAs ?? null,
    kubeletUnit: installation?.kubeletUnit ?? null,
    outcome: refusal !== undefined ? refusal.code : installation === undefined ? 'absent' : 'uninstalled',
    ...errorData(refusal),
    restarted: refusal === undefined && back.restarts,
    disruption: back.disruption,
    fields: back.fields,
    stateFiles: back.stateFiles,
    removed: done?.removed ?? (refusal === undefined ? [...ofUnits, ...others, ...ownFolders, ...folders] : []),
    warnings: factsData(warnings),
  }
}
