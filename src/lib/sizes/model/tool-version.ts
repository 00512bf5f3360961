/** Whether a version of nodesize, such as 0.1.0 or 0.2.0-rc.1, is older than another. What is not a version is not. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a === undefined || b === undefined) return false
  const index = a.numbers.findIndex((number, i) => number !== b.numbers[i])
  if (index >= 0) return a.numbers[index]! < b.numbers[index]!
  if (a.early === b.early || a.early === '') return false
  return b.early === '' || isEarlier(a.early, b.early)
}

interface Parts {
  readonly numbers: readonly number[]
  /** Of a version before the release, such as rc.1. */
  readonly early: string
}

function partsOf(version: string): Parts | undefined {
  const [, major, minor, patch, early = ''] =
    /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(version) ?? []
  return major === undefined ? undefined : { numbers: [major, minor, patch].map(Number), early }
}

/** rc.2 is earlier than rc.10. */
const isEarlier = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0
