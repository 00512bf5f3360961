/** What stands in the place of a condition; `text` is how it is written, `inner` the same with what is below wrapped. */
export type Wrap = (text: string, inner: string) => string

/** A CEL expression in which each condition that makes it stricter is wrapped: itself, and what is joined by `&&`. */
export const wrapConditions = (text: string, wrap: Wrap): string => wrap(text, within(text, wrap))

/** The same below the top. */
function within(text: string, wrap: Wrap): string {
  const [when, yes, no] = choice(text)
  if (yes !== undefined && no !== undefined) return `${when} ? ${within(yes, wrap)} : ${within(no, wrap)}`
  const either = split(text, ' || ')
  if (either.length > 1) return either.map((part) => within(part, wrap)).join(' || ')
  const all = split(text, ' && ')
  if (all.length > 1) return all.map((part) => wrap(part, within(part, wrap))).join(' && ')
  if (isWhole(text, 0)) return `(${within(text.slice(1, -1), wrap)})`
  const macro = /\.(all|exists)\(\w+, /.exec(text)
  if (macro && isWhole(text, macro.index + 1 + String(macro[1]).length)) {
    const [start, body] = [text.slice(0, macro.index + macro[0].length), text.slice(macro.index + macro[0].length, -1)]
    // Of each element: where it may be one or the other, a part of that is no condition of its own.
    return split(body, ' || ').length === 1 ? `${start}${within(body, wrap)})` : text
  }
  return text
}

/** What is joined by `||`, each wrapped; a text without it as a whole. */
export const wrapAlternatives = (text: string, wrap: Wrap): string =>
  split(text, ' || ')
    .map((part) => wrap(part, part))
    .join(' || ')

/** Depth of brackets before each character; undefined inside a literal. */
function depths(text: string): readonly (number | undefined)[] {
  let depth = 0
  let isLiteral = false
  return [...text].map((character, at) => {
    if (character === "'" && text[at - 1] !== '\\') {
      isLiteral = !isLiteral
      return undefined
    }
    if (isLiteral) return undefined
    const before = depth
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    return before
  })
}

function split(text: string, by: string): readonly string[] {
  const at = depths(text)
  const ends = [...text].flatMap((_, index) => (at[index] === 0 && text.startsWith(by, index) ? [index] : []))
  return [-by.length, ...ends].map((end, place) => text.slice(end + by.length, ends[place]))
}

function choice(text: string): readonly string[] {
  const [when = '', ...rest] = split(text, ' ? ')
  if (rest.length === 0) return [text]
  const [yes = '', ...no] = split(rest.join(' ? '), ' : ')
  return [when, yes, no.join(' : ')]
}

/** From this bracket on, up to the end, the text is one bracket. */
function isWhole(text: string, from: number): boolean {
  if (text[from] !== '(') return false
  const at = depths(text)
  const depth = at[from]
  const end = at.findIndex((one, index) => index > from && text[index] === ')' && one === (depth ?? 0) + 1)
  return end === text.length - 1
}
