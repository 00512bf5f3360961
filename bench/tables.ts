import type { Memory } from './memory.ts'
import type { RoundTrips } from './round-trips.ts'
import type { Ratio } from './row.ts'

export interface Results {
  readonly times: readonly Ratio[]
  readonly roundTrips: readonly RoundTrips[]
  readonly memory: readonly Memory[]
}

/** A goal is a number of one decimal, and met by whatever rounds to it. */
const met = (value: number, goal: number | undefined): string => {
  if (goal === undefined) return ''
  return Number(value.toFixed(1)) <= goal ? 'met' : 'MISSED'
}

const goalText = (goal: number | undefined): string => goal?.toFixed(1) ?? ''
const ratioText = (ratio: number | undefined): string => ratio?.toFixed(2) ?? '-'

/** One table with a blank line after it. All columns but the last two are numbers. */
function print(title: string, headers: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return
  const widths = headers.map((header, i) => Math.max(header.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  console.log([title, line(headers), ...rows.map(line), ''].join('\n'))
}

export function printTables({ times, roundTrips, memory }: Results): void {
  print(
    'Times, ours divided by theirs: medians from start to exit, means of processor time',
    ['ours', 'theirs', 'ours ms', 'theirs ms', 'cpu', 'instr', 'ratio', 'goal', ''],
    times.map((row) => [
      ...[row.what, row.than, row.oursMs.toFixed(0), row.theirsMs.toFixed(0)],
      ...[ratioText(row.processor), ratioText(row.instructions), ratioText(row.wall)],
      ...[goalText(row.goal), met(row.wall, row.goal)],
    ]),
  )
  print(
    'Round trips in a row, from connect to exit, TCP and TLS included',
    ['command', '', 'connections', 'by clock', 'round trips', 'goal', ''],
    roundTrips.map(({ what, goal, inARow, byClock, connections }) => [
      ...[what, '', String(connections), byClock.toFixed(1), String(inARow)],
      ...[goalText(goal), met(inARow, goal)],
    ]),
  )
  print(
    'Memory of a process that waits, in MiB; the ratio is that of RSS',
    ['process', '', 'RSS', 'PSS', 'ratio', 'goal', ''],
    memory.map(({ what, goal, rss, pss, ratio }) => [
      ...[what, '', rss.toFixed(1), pss.toFixed(1), ratioText(ratio), goalText(goal), met(ratio, goal)],
    ]),
  )
}
