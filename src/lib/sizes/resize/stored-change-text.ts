import { formatAmount, formatAmounts, resources } from '../../pods/amounts.ts'
import type { StoredChange } from '../desired/stored-change.ts'
import { isBroken, type Wish } from '../desired/wish.ts'

/** What is stored now, if it can be read. */
export const presentOf = ({ stored }: StoredChange): Wish | undefined =>
  stored === undefined || isBroken(stored.wish) ? undefined : stored.wish

/** What is stored for a node, and what will be; null: it stays, or is not known. */
export const storedData = (change: StoredChange | undefined): object | null =>
  change === undefined ? null : { before: wishData(presentOf(change)), after: wishData(change.next) }

function wishData(wish: Wish | undefined): object | null {
  if (wish === undefined) return null
  const { hold, amounts, birth } = wish
  const [cpu, memory] = resources.map((resource) => {
    const amount = amounts[resource]
    return amount === undefined ? null : formatAmount[resource](amount)
  })
  return { hold, cpu, memory, birth: birth === undefined ? null : formatAmounts(birth) }
}

/** What is stored before and after it. */
export const storedText = (change: StoredChange): string => {
  const [from, to] = [wishText(presentOf(change)), wishText(change.next)]
  return from === to ? to : `${from} → ${to}`
}

/** As `set` takes it: `cpu 4, memory max`. */
function wishText(wish: Wish | undefined): string {
  if (wish === undefined) return 'nothing'
  const { hold, amounts } = wish
  const sizes = resources.map((resource) => {
    const amount = amounts[resource]
    return `${resource} ${amount === undefined ? 'max' : formatAmount[resource](amount)}`
  })
  return `${hold === 'balloon' ? 'balloon of ' : ''}${sizes.join(', ')}`
}
