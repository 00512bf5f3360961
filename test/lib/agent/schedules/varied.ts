import type { Dice } from '../../../support/schedules/dice.ts'
import { foundFaults } from './faults/found.ts'
import { type Found, found } from './found.ts'
import { type DocumentKind, randomSchedule, type Schedule } from './schedule.ts'

const rows: readonly Found[] = [...found, ...foundFaults]

const good: DocumentKind = { behavior: 'good', refused: false, diesOnUpgrade: false }

export function scheduleOf([, circumstances, kinds, ops]: Found): Schedule {
  const documents = [0, 1, 2, 3].map((number) => ({ ...good, ...kinds[number] }))
  return { trialMs: 120_000, restartsPerHour: 12, endsSilent: false, ...circumstances, documents, ops }
}

const delays = [0, 0, 500, 1_000, 2_000, 3_000, 8_000, 20_000, 60_000, 150_000, 600_000]

/** A schedule that once broke something, with something else put in: where one fault was, another one often is. */
export function variedSchedule(dice: Dice): Schedule {
  let varied = scheduleOf(dice.pick(rows))
  const other = randomSchedule(dice)
  for (let changes = 1 + dice.below(4); changes > 0; changes -= 1) varied = vary(varied, other, dice)
  return varied.trialMs > 0 ? varied : { ...varied, documents: varied.documents.map(endsInItsTrial) }
}

function vary(schedule: Schedule, other: Schedule, dice: Dice): Schedule {
  const { ops, documents } = schedule
  const at = dice.below(ops.length + 1)
  switch (dice.pick(['add', 'add', 'add', 'add-later', 'add-later', 'delay', 'document', 'circumstance', 'join'])) {
    case 'add':
      return { ...schedule, ops: ops.toSpliced(at, 0, dice.pick(other.ops)) }
    case 'add-later':
      return { ...schedule, ops: ops.toSpliced(at, 0, { ...dice.pick(other.ops), after: dice.pick(delays) }) }
    case 'delay':
      return { ...schedule, ops: ops.map((op, index) => (index === at ? { ...op, after: dice.pick(delays) } : op)) }
    case 'document': {
      const number = dice.below(documents.length)
      return { ...schedule, documents: documents.with(number, other.documents[number]!) }
    }
    case 'join':
      return { ...schedule, ops: ops.toSpliced(at, 0, ...scheduleOf(dice.pick(rows)).ops) }
    default: {
      const { unseen = [], trialMs, restartsPerHour } = other
      const circumstances = [
        { unseen },
        { trialMs },
        { restartsPerHour },
        { makesPods: true },
        { slowMs: 5_000 },
        { endsSilent: true },
      ]
      return { ...schedule, ...dice.pick<Partial<Schedule>>(circumstances) }
    }
  }
}

/** What lives longer than its trial is nobody's fault. */
const endsInItsTrial = (document: DocumentKind): DocumentKind =>
  document.behavior === 'exitsLater' ? { ...document, behavior: 'exits' } : document
