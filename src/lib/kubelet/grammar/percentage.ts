/** The text before the `%` of a percentage such as `10%`. Like Go's TrimRight, drops every `%` at the end. */
export function numberOfPercentage(text: string): string | undefined {
  if (!text.endsWith('%')) return undefined
  let end = text.length
  while (text[end - 1] === '%') end--
  return text.slice(0, end)
}
