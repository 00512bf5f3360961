/** Lines of two texts, as `diff` prints them: `-` only before, `+` only after, a space in both. */
export function textDiff(before: string, after: string): readonly string[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  const common = lengths(a, b)
  const lines: string[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i++]}`)
      j++
    } else if (j < b.length && (i === a.length || common[i]![j + 1]! > common[i + 1]![j]!)) lines.push(`+${b[j++]}`)
    else if (i < a.length) lines.push(`-${a[i++]}`)
    else lines.push(`+${b[j++]}`)
  }
  return lines
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** Of the longest common subsequences from each pair of lines on. For files of some hundred lines. */
function lengths(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}
