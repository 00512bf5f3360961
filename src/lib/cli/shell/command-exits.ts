import { exitTable, type Outcome } from './exit-codes.ts'

const alone = ['done', 'usage', 'invalid', 'bug', 'hungUp', 'interrupted', 'terminated'] as const
const asking = [...alone, 'refused', 'unreachable'] as const
const writing = [...asking, 'timeout', 'conflict'] as const

/** How a command can end. What is not named runs a command of others, and ends as that does. */
const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  'kubeletcfg check-change': [...alone, 'refused'],
  'kubeletcfg defaults': alone,
  'kubeletcfg delete': [...writing, 'partial'],
  'kubeletcfg diff': [...asking, 'differs'],
  'kubeletcfg explain': alone,
  'kubeletcfg fmt': [...alone, 'conflict'],
  'kubeletcfg gates': alone,
  'kubeletcfg get': asking,
  'kubeletcfg list': asking,
  'kubeletcfg migrate': alone,
  'kubeletcfg push': [...writing, 'partial'],
  'kubeletcfg schema': alone,
  'kubeletcfg source': asking,
  'kubeletcfg upgrade-check': alone,
  'kubeletcfg validate': asking,
  'nodesize get': asking,
  'nodesize install': writing,
  'nodesize reset': [...writing, 'partial', 'full'],
  'nodesize set': [...writing, 'partial', 'full'],
  'nodesize uninstall': writing,
}

/** The rows of the exit table for a command such as `nodesize get`, by code. */
export function exitsOf(command: string): readonly { readonly code: number; readonly meaning: string }[] {
  const own = outcomes[command]?.map((outcome) => exitTable[outcome]) ?? Object.values(exitTable)
  return own.toSorted((a, b) => a.code - b.code)
}
