import { rules } from '../decode/decode-rules.ts'
import { hazards } from '../hazards/all.ts'
import { startupRules } from '../startup/all.ts'

/** Rules whose findings are all warnings. Errors cannot be ignored: a kubelet does not ignore them either. */
const ignorableRules: readonly string[] = [
  ...[...startupRules, ...hazards].filter(({ severity }) => severity === 'warning').map(({ id }) => id),
  ...Object.entries(rules)
    .filter(([id, { severity }]) => severity === 'warning' && id !== 'IGNORE-INVALID')
    .map(([id]) => id),
]

const known: ReadonlySet<string> = new Set(ignorableRules)

export const isIgnorable = (rule: string): boolean => known.has(rule)

/** All of them, as in `S20, S25, H01 to H28, DROPIN-LIST`. */
export const ignorable: string = spansOf(ignorableRules).join(', ')

function spansOf(ids: readonly string[]): readonly string[] {
  const spans: [first: string, last: string][] = []
  for (const id of ids) {
    const span = spans.at(-1)
    if (span !== undefined && id === idAfter(span[1])) span[1] = id
    else spans.push([id, id])
  }
  return spans.map(([first, last]) => (first === last ? first : `${first} to ${last}`))
}

function idAfter(id: string): string {
  return id.replace(/\d+$/, (number) => `${Number(number) + 1}`.padStart(2, '0'))
}
