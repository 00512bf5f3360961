import { performance } from 'node:perf_hooks'

/** One line on stderr. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Says on stderr what is being done, and how long it took. */
export async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    const result = await work()
    note(`${seconds(began)}  ${what}`)
    return result
  } catch (error) {
    note(`${seconds(began)}  ${what}: failed`)
    throw error
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s`
}
