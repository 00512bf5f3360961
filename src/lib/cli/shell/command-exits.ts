import { exitTable, type Outcome } from './exit-codes.ts'

const offline = ['done', 'usage', 'invalid', 'bug', 'hungUp', 'interrupted', 'terminated'] as const
const reading = [...offline, 'refused', 'unreachable'] as const
const writing = [...reading, 'timeout', 'conflict'] as const
/** With --wait, what becomes of kubelets counts as well. */
const waiting = [...writing, 'reverted'] as const

/** The outcomes that each command can have. `kubeletcfg sandbox` is not listed: it exits as the command that it runs. */
const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  'kubeletcfg agent install': [...reading, 'timeout'],
  'kubeletcfg agent manifests': reading,
  'kubeletcfg agent opt-in': [...offline, 'refused'],
  'kubeletcfg agent opt-out': [...offline, 'refused'],
  'kubeletcfg agent run': reading,
  'kubeletcfg agent uninstall': [...reading, 'timeout', 'conflict'],
  'kubeletcfg bad forget': [...writing, 'partial'],
  'kubeletcfg bad list': reading,
  'kubeletcfg check-change': [...offline, 'refused'],
  'kubeletcfg completion': offline,
  'kubeletcfg controller manifests': offline,
  'kubeletcfg controller probe': [...offline, 'refused'],
  'kubeletcfg controller run': reading,
  'kubeletcfg controller webhook': reading,
  'kubeletcfg defaults': offline,
  'kubeletcfg delete': [...waiting, 'partial'],
  'kubeletcfg diff': [...reading, 'differs'],
  'kubeletcfg doctor': reading,
  'kubeletcfg edit': waiting,
  'kubeletcfg effective': reading,
  'kubeletcfg explain': offline,
  'kubeletcfg fmt': [...offline, 'conflict'],
  'kubeletcfg gates': offline,
  'kubeletcfg get': reading,
  'kubeletcfg history': reading,
  'kubeletcfg init': [...offline, 'refused', 'conflict'],
  'kubeletcfg list': reading,
  'kubeletcfg manifests': offline,
  'kubeletcfg migrate': offline,
  'kubeletcfg opt-in': [...waiting, 'partial'],
  'kubeletcfg opt-out': [...waiting, 'partial'],
  'kubeletcfg push': [...waiting, 'partial'],
  'kubeletcfg rollback': [...waiting, 'partial'],
  'kubeletcfg rollout abort': [...reading, 'conflict'],
  'kubeletcfg rollout approve': [...reading, 'conflict'],
  'kubeletcfg rollout delete-policy': [...reading, 'conflict'],
  'kubeletcfg rollout get-policy': reading,
  'kubeletcfg rollout history': reading,
  'kubeletcfg rollout pause': [...reading, 'conflict'],
  'kubeletcfg rollout promote': [...reading, 'conflict'],
  'kubeletcfg rollout resume': [...reading, 'conflict'],
  'kubeletcfg rollout retry': [...reading, 'conflict'],
  'kubeletcfg rollout run': waiting,
  'kubeletcfg rollout set-policy': [...reading, 'conflict'],
  'kubeletcfg rollout show': reading,
  'kubeletcfg rollout status': waiting,
  'kubeletcfg schema': offline,
  'kubeletcfg source': reading,
  'kubeletcfg status': waiting,
  'kubeletcfg upgrade-check': offline,
  'kubeletcfg validate': reading,
  'nodesize apply': [...writing, 'partial', 'reverted'],
  'nodesize autoscale exec': [...writing, 'reverted'],
  'nodesize cancel': [...writing, 'partial', 'reverted'],
  'nodesize completion': offline,
  'nodesize diff': [...reading, 'differs'],
  'nodesize doctor': [...writing, 'partial', 'reverted'],
  'nodesize export': reading,
  'nodesize get': [...reading, 'differs'],
  'nodesize install': writing,
  'nodesize manifests': offline,
  'nodesize reconcile': [...writing, 'partial', 'reverted'],
  'nodesize reset': [...writing, 'partial', 'reverted'],
  'nodesize set': [...writing, 'partial', 'reverted'],
  'nodesize share': reading,
  'nodesize split': [...writing, 'partial', 'reverted'],
  'nodesize top': [...reading, 'differs'],
  'nodesize uninstall': writing,
  'nodesize upgrade': [...writing, 'partial', 'reverted'],
}

/** The rows of the exit table for a command such as `nodesize get`, by code. */
export function exitsOf(command: string): readonly { readonly code: number; readonly meaning: string }[] {
  const own = outcomes[command]?.map((outcome) => exitTable[outcome]) ?? Object.values(exitTable)
  return own.toSorted((a, b) => a.code - b.code)
}
