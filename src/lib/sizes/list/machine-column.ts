import type { Column } from '../../output/view.ts'
import { formatAmounts, resources } from '../../pods/amounts.ts'
import { certainSize, noteFor } from '../model/machine-note.ts'
import { showRoundedDown } from '../resize/output.ts'
import type { ListedSize } from './list-sizes.ts'

/** What the machine of a node has, as `autoscale` has noted it. */
export const machineColumn: Column<ListedSize> = {
  header: 'MACHINE',
  value: ({ node, machine }) => {
    if (machine === undefined) return '?'
    const note = noteFor(node, machine ?? undefined)
    return note === undefined ? '-' : note === 'broken' ? note : showRoundedDown(certainSize(note))
  },
  tone: (row) => (isBroken(row) || isAboveMachine(row) ? 'bad' : undefined),
}

const isBroken = ({ node, machine }: ListedSize): boolean => noteFor(node, machine ?? undefined) === 'broken'

function isAboveMachine({ node, machine, size }: ListedSize): boolean {
  const note = noteFor(node, machine ?? undefined)
  if (note === undefined || note === 'broken') return false
  const has = certainSize(note)
  return resources.some((resource) => size[resource] > has[resource])
}

/** Nothing at all when the user may not read it. */
export function machineData({ node, machine }: ListedSize): object {
  if (machine === undefined) return {}
  const note = noteFor(node, machine ?? undefined)
  if (note === undefined) return { machine: null }
  if (note === 'broken') return { machine: { size: null, attempt: null } }
  const { size, attempt } = note
  return {
    machine: {
      size: formatAmounts(size),
      attempt:
        attempt === undefined
          ? null
          : { ...attempt, to: formatAmounts(attempt.to), before: formatAmounts(attempt.before) },
    },
  }
}
