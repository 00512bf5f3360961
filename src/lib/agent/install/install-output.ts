import type { Line } from '../../message/line.ts'
import { factsData } from '../../output/facts-data.ts'
import { textDiff } from '../../output/text-diff.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { FileChange } from '../installation/file-plan.ts'
import { agentUnit } from '../installation/places.ts'
import type { InstallPlan } from './install.ts'
import type { InstallStep } from './install-steps.ts'

/** What install would do, in order. Empty when there is nothing to do. */
export const describeAgentInstall = (plan: InstallPlan): readonly Line[] =>
  plan.isDone ? [] : [headline(plan), ...plan.steps.flatMap((step) => linesOf(step, plan, () => []))]

/** The same with the text of every file, for a dry run. */
export const dryRunOfInstall = (plan: InstallPlan): readonly Line[] =>
  plan.isDone ? [[nothingToDo(plan)]] : [headline(plan), ...plan.steps.flatMap((step) => linesOf(step, plan, shown))]

export const installedLines = (plan: InstallPlan): readonly Line[] => [
  [plan.isDone ? nothingToDo(plan) : `${nameOf(plan)} installed: ${stateOf(plan)}`],
]

const nothingToDo = (plan: InstallPlan): string => `${nameOf(plan)} unchanged: ${stateOf(plan)}`

const nameOf = ({ installation: { node, runsAs } }: InstallPlan): string =>
  runsAs === 'service' ? `agent of node/${node}` : `rescue of node/${node}`

const stateOf = ({ installation: { runsAs, kubeletUnit } }: InstallPlan): string =>
  runsAs === 'service' ? `${agentUnit} is active` : `${kubeletUnit} runs it before each start`

const headline = ({ installation: { node, kubeletUnit, place } }: InstallPlan): Line => [
  `node/${node}: the agent applies documents to ${kubeletUnit} by `,
  ['strong', place.mode === 'drop-in' ? `a drop-in in ${place.folder}` : `${place.mode} ${place.config}`],
]

/** One act, as a line says it and as data has it. */
interface Description {
  readonly action: string
  /** A path, an object or a command. */
  readonly target: string
  readonly mode?: number
  /** Where its content is from. */
  readonly source?: string
  readonly change?: FileChange
  /** More for people. */
  readonly more?: string
}

/** Secrets are never shown; they are not even known yet. */
function descriptionsOf(step: InstallStep, { record, kubeconfig }: InstallPlan): readonly Description[] {
  switch (step.act) {
    case 'create-folder':
      return [{ action: 'create-folder', target: step.path, mode: step.mode }]
    case 'record':
      return [{ action: step.state === 'installing' ? 'begin-record' : 'end-record', target: record, mode: 0o600 }]
    case 'link':
      return [{ action: 'link', target: step.path, source: step.to }]
    case 'request-token': {
      const { serviceAccount, namespace, node, seconds } = step.request
      const more = ` in ${namespace}, bound to node/${node.name}, for ${seconds / 86_400} days`
      return [{ action: 'request-token', target: `serviceaccount/${serviceAccount}`, more }]
    }
    case 'file':
      return [fileDescription(step.change)]
    case 'try-credentials':
      return [{ action: 'try-credentials', target: kubeconfig }]
    case 'reload-units':
      return [{ action: 'run', target: 'systemctl daemon-reload' }]
    case 'start-agent':
      return ['enable', 'restart'].map((verb) => ({ action: 'run', target: `systemctl ${verb} ${agentUnit}` }))
  }
}

function fileDescription(change: FileChange): Description {
  const { action, file } = change
  const { path: target, mode, content } = file
  const source = content.kind === 'copy' && action !== 'keep' ? content.of : undefined
  return { action, target, mode, change, ...(source !== undefined && { source }) }
}

const acts: Readonly<Record<string, string>> = {
  'create-folder': 'create folder',
  'begin-record': 'record what is installed in',
  'end-record': 'record that it is complete in',
  'request-token': 'request a token of',
  'try-credentials': 'try the credentials of',
}

const linesOf = (
  step: InstallStep,
  plan: InstallPlan,
  contents: (change: FileChange) => readonly Line[],
): readonly Line[] =>
  descriptionsOf(step, plan).flatMap(({ action, target, mode, source, change, more = '' }): readonly Line[] => {
    const modeText = mode === undefined ? '' : ` (${octal(mode)})`
    const from = source === undefined ? '' : action === 'link' ? ` to ${source}` : ` from ${source}`
    const line = `  ${acts[action] ?? action} ${target}${modeText}${from}${more}`
    return [[line], ...(change === undefined ? [] : contents(change))]
  })

const octal = (mode: number): string => mode.toString(8).padStart(4, '0')

const shown = (change: FileChange): readonly Line[] =>
  (diffOf(change) ?? []).map(
    (line): Line => ['    ', line.startsWith('+') ? ['good', line] : line.startsWith('-') ? ['bad', line] : line],
  )

/** undefined: there is no text that changes. */
function diffOf(change: FileChange): readonly string[] | undefined {
  const { action, file } = change
  if (action === 'keep' || file.content.kind !== 'text') return undefined
  const before = action === 'replace' ? (change.before ?? '') : ''
  return textDiff(before, file.content.text)
}

export const agentInstallData = (plan: InstallPlan, dryRun: DryRunMode): Record<string, unknown> => {
  const { node, runsAs, kubeletUnit, place } = plan.installation
  return {
    dryRun,
    ...{ node, runsAs, kubeletUnit },
    applyMode: place.mode,
    config: place.mode === 'drop-in' ? place.folder : place.config,
    outcome: plan.isDone ? 'unchanged' : 'installed',
    steps: plan.steps
      .flatMap((step) => descriptionsOf(step, plan))
      .map(({ action, target, mode, source, change }) => ({
        ...{ action, target },
        mode: mode === undefined ? null : octal(mode),
        source: source ?? null,
        diff: (change && diffOf(change)) ?? null,
      })),
    notes: factsData(plan.notes),
    warnings: factsData(plan.warnings),
  }
}
