import type { ObjectBody } from '../../api/object.ts'
import { messageOf } from '../../message/describe.ts'
import type { Line } from '../../message/line.ts'
import { namesIn } from '../../message/names-in.ts'
import { desired } from '../../names.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { formatAmounts } from '../../pods/amounts.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import { showRoundedDown } from '../resize/output.ts'
import type { Readiness } from './balloons-ready.ts'
import type { Held } from './held.ts'
import type { InstallPlan } from './install.ts'
import type { KeepFact } from './install-messages.ts'
import type { InstallStep } from './install-step.ts'
import type { UninstallPlan } from './uninstall.ts'
import type { UpgradePlan } from './upgrade.ts'
import type { NodeUpgraded } from './upgrade-apply.ts'

/** As kubectl names objects: `daemonset.apps/nodesize-balloon`. */
export function resourceName({ apiVersion, kind, metadata }: ObjectBody): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  return `${kind.toLowerCase()}${group}/${metadata.name}`
}

const past = { create: 'created', configure: 'configured', unchanged: 'unchanged' } as const

export const installedLines = (steps: readonly InstallStep[], mode: DryRunMode): string =>
  named(steps)
    .map(({ name, action }) => `${name} ${past[action]}${dryRunSuffix[mode]}\n`)
    .join('')

/** What an upgrade changes, and the balloons that it replaces; empty when there is nothing to do. */
export function describeUpgrade({ install, installed, replacements, held }: UpgradePlan, own: string): readonly Line[] {
  const changes = install.steps.filter(({ action }) => action !== 'unchanged')
  if (changes.length === 0 && replacements.length === 0) return []
  const sizes = new Map(held.map(({ node, amounts }) => [node, amounts]))
  return [
    ...(installed.version === own ? [] : [[`from version ${installed.version ?? 'unknown'} to ${own}`]]),
    ...named(changes).map(({ name, action }) => [`${name}: ${action}`]),
    ...(install.released.length === 0 ? [] : describeInstall({ ...install, steps: [] })),
    ...(replacements.length === 0 ? [] : [['balloons that are replaced, one after the other, and what they keep:']]),
    ...replacements.map(({ node }): Line => {
      const amounts = sizes.get(node)
      return [`  node/${node}`, ...(amounts === undefined ? [] : [': ', ['strong', showRoundedDown(amounts)] as const])]
    }),
  ]
}

export const upgradedLines = ({ install }: UpgradePlan, nodes: readonly NodeUpgraded[], mode: DryRunMode): string =>
  installedLines(install.steps, mode) +
  nodes.map(({ node, outcome }) => `node/${node} ${upgradedText(outcome)}${dryRunSuffix[mode]}\n`).join('')

function upgradedText(outcome: NodeUpgraded['outcome']): string {
  if (outcome?.failure !== undefined) return 'not upgraded'
  if (outcome?.value.outcome === 'gone') return 'unchanged'
  return outcome === undefined ? 'upgraded' : `upgraded: ${showRoundedDown(outcome.value.size)}`
}

export const upgradeData = (
  { install, installed }: UpgradePlan,
  nodes: readonly NodeUpgraded[],
  { mode, own }: { readonly mode: DryRunMode; readonly own: string },
): Record<string, unknown> => ({
  dryRun: mode,
  from: installed.version ?? null,
  to: own,
  objects: install.steps.map(({ object, action }) => ({ object: resourceName(object), action: past[action] })),
  nodes: nodes.map(({ node, outcome }) => ({ node, ...outcomeData(outcome) })),
})

function outcomeData(outcome: NodeUpgraded['outcome']): object {
  if (outcome === undefined) return { outcome: 'planned', size: null, reason: null, error: null }
  const { value, failure } = outcome
  if (failure === undefined) {
    const size = formatAmounts(value.size)
    return { outcome: value.outcome === 'gone' ? 'unchanged' : 'upgraded', size, reason: null, error: null }
  }
  return { outcome: failure.code, size: null, reason: failure.fact.reason, error: messageOf(failure.fact) }
}

export const removedLines = (objects: readonly ObjectBody[], mode: DryRunMode): string =>
  named(objects.map(asDeleted))
    .map(({ name }) => `${name} deleted${dryRunSuffix[mode]}\n`)
    .join('')

interface Step<Action> {
  readonly object: ObjectBody
  readonly action: Action
}

const asDeleted = (object: ObjectBody): Step<'delete'> => ({ object, action: 'delete' })

/** What happens to each object. ConfigMaps with desired sizes to which the same happens share a line. */
function named<Action>(steps: readonly Step<Action>[]): readonly { name: string; action: Action }[] {
  const buckets = steps.filter(({ object }) => desired.configMaps.includes(object.metadata.name))
  const [first, ...others] = buckets
  const areAlike = others.length > 0 && others.every(({ action }) => action === first?.action)
  const [least, ...more] = buckets.map(({ object }) => resourceName(object)).sort()
  const range = `${least} to ${more.at(-1)?.split('/')[1]}`
  return steps
    .filter((step) => !areAlike || !others.includes(step))
    .map((step) => ({ name: areAlike && step === first ? range : resourceName(step.object), action: step.action }))
}

/** `waiting for the balloons: 2 of 3 ready`. */
export const waitingText = ({ selected, missing }: Readiness): string =>
  `waiting for the balloons: ${selected - missing.length} of ${selected} ready`

/** What an install removes; empty when it removes nothing. */
export function describeInstall({ steps, released }: InstallPlan): readonly Line[] {
  if (released.length === 0) return []
  const changes = steps.filter(({ action }) => action !== 'unchanged')
  return [
    ...named(changes).map(({ name, action }) => [`${name}: ${action}`]),
    [['warn', 'nodes that lose their balloon and their size, and capacity that will be returned:']],
    ...released.map(heldLine),
  ]
}

export function describeUninstall({ remove, keep, released, forgotten }: UninstallPlan): readonly Line[] {
  if (remove.length === 0) return []
  return [
    ...named(remove.map(asDeleted)).map(({ name, action }) => [`${name}: ${action}`]),
    ...keep.map((fact): Line => [['faint', 'kept: '], messageOf(fact)]),
    [released.length === 0 ? 'all nodes are at full size' : 'capacity that will be returned:'],
    ...released.map(heldLine),
    ...(forgotten.length === 0 ? [] : [[`sizes that will be forgotten: ${namesIn(forgotten)}`]]),
  ]
}

const heldLine = ({ node, amounts }: Held): Line => [`  node/${node}: `, ['strong', showRoundedDown(amounts)]]

export const uninstallData = (
  { remove, keep, released, forgotten }: UninstallPlan,
  mode: DryRunMode,
): Record<string, unknown> => ({
  dryRun: mode,
  removed: remove.map(resourceName),
  kept: keep.map((fact) => ({ object: objectName(fact), reason: fact.reason, message: messageOf(fact) })),
  returned: released.map(({ node, amounts }) => ({ node, ...formatAmounts(amounts) })),
  forgotten,
})

const objectName = ({ subject: { kind, name } }: KeepFact): string => `${kind.toLowerCase()}/${name}`
