import type { FileChange } from '../agent-installation/file-plan.ts'
import { agentUnit } from '../agent-installation/places.ts'
import type { InstallPlan } from '../flows/agent/install.ts'
import type { UninstallPlan } from '../flows/agent/uninstall.ts'
import type { UninstallOutcome } from '../flows/agent/uninstall-apply.ts'
import type { DryRunMode } from '../ports/limits.ts'
import type { Line } from '../tone.ts'
import { dryRunSuffix } from './dry-run.ts'
import { textDiff } from './text-diff.ts'

/** What install would do, one line each, in order. Empty when there is nothing to do. */
export function describeAgentInstall(plan: InstallPlan): readonly Line[] {
  return plan.isDone ? [] : [headline(plan), ...steps(plan, () => [])]
}

/** The same with the text of every file, for a dry run. */
export const dryRunOfInstall = (plan: InstallPlan): readonly Line[] =>
  plan.isDone ? [[nothingToDo(plan)]] : [headline(plan), ...steps(plan, contentLines)]

export const installedLines = (plan: InstallPlan): readonly Line[] => [
  [plan.isDone ? nothingToDo(plan) : `agent of node/${plan.installation.node} installed: ${agentUnit} is active`],
]

const nothingToDo = ({ installation }: InstallPlan): string =>
  `agent of node/${installation.node} unchanged: ${agentUnit} is active`

const headline = ({ installation: { node, kubeletUnit, place } }: InstallPlan): Line => [
  `node/${node}: the agent applies documents to ${kubeletUnit} by `,
  ['strong', place.mode === 'drop-in' ? `a drop-in in ${place.folder}` : `${place.mode} ${place.config}`],
]

const steps = (plan: InstallPlan, contents: (change: FileChange) => readonly Line[]): readonly Line[] => [
  ...plan.folders.map((folder): Line => [`  create folder ${folder}`]),
  ...(plan.token === undefined ? [] : [tokenLine(plan.token)]),
  ...plan.changes.flatMap((change) => [fileLine(change), ...contents(change)]),
  ...['systemctl daemon-reload', `systemctl enable ${agentUnit}`, `systemctl restart ${agentUnit}`].map(
    (command): Line => [`  run ${command}`],
  ),
]

const tokenLine = ({ serviceAccount, namespace, node, seconds }: NonNullable<InstallPlan['token']>): Line => [
  `  request a token of serviceaccount/${serviceAccount} in ${namespace}, bound to node/${node.name}, for ${seconds / 86_400} days`,
]

const fileLine = ({ action, file }: FileChange): Line => {
  const mode = file.mode.toString(8).padStart(4, '0')
  const from = file.content.kind === 'copy' && action !== 'keep' ? ` from ${file.content.of}` : ''
  return [`  ${action} ${file.path} (${mode})${from}`]
}

/** Secrets are never printed; they are not even known yet. */
function contentLines(change: FileChange): readonly Line[] {
  const { action, file } = change
  if (action === 'keep' || file.content.kind !== 'text') return []
  const before = action === 'replace' ? (change.before ?? '') : ''
  return textDiff(before, file.content.text).map(
    (line): Line => ['    ', line.startsWith('+') ? ['good', line] : line.startsWith('-') ? ['bad', line] : line],
  )
}

export function describeAgentUninstall({ installation, back, stateFolder }: UninstallPlan): readonly Line[] {
  if (installation === undefined) return []
  const { files, folders, kubeletUnit, node } = installation
  return [
    [`node/${node || 'unknown'}: back to the node's own configuration`],
    [`  stop and disable ${agentUnit}`],
    back.restarts ? ['  ', ['warn', `restart ${kubeletUnit}`]] : [`  leave ${kubeletUnit} running`],
    ...back.stateFiles.map((name): Line => ['  ', ['warn', `remove the kubelet's ${name}`]]),
    ...files.map((path): Line => [`  remove ${path}`]),
    ...[...new Set([stateFolder, ...folders])].map((path): Line => [`  remove folder ${path}`]),
  ]
}

export function uninstalledLines(
  { installation }: UninstallPlan,
  { restarted }: Pick<UninstallOutcome, 'restarted'>,
  mode: DryRunMode,
): readonly Line[] {
  if (installation === undefined) return []
  const { node, kubeletUnit } = installation
  const kubelet = restarted ? `${kubeletUnit} restarted` : `${kubeletUnit} not touched`
  return [[`agent of node/${node || 'unknown'} uninstalled: ${kubelet}${dryRunSuffix[mode]}`]]
}
