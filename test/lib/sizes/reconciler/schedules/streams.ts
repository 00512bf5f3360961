/** What goes wrong with the events of a watch. */
export type StreamTrouble =
  | 'duplicate'
  /** What came before comes once more. */
  | 'older'
  /** What comes together comes in the opposite order. */
  | 'reorder'
  /** It ends in the middle of a line. */
  | 'torn'
  /** ERROR 410, or 500. */
  | 'expired'
  | 'error'
  /** Nothing comes any more, and nothing says so. */
  | 'stall'

/** The body of a watch, with the trouble that it has at each moment. */
export async function* troubled(
  body: AsyncIterable<Uint8Array>,
  troubleNow: () => StreamTrouble | undefined,
): AsyncGenerator<Uint8Array> {
  let before: readonly string[] = []
  let isStalled = false
  for await (const chunk of body) {
    const lines = Buffer.from(chunk).toString().trimEnd().split('\n')
    const trouble = troubleNow()
    isStalled ||= trouble === 'stall'
    if (isStalled) continue
    yield Buffer.from(textOf(lines, before, trouble))
    if (trouble === 'torn' || trouble === 'expired' || trouble === 'error') return
    before = lines
  }
}

function textOf(lines: readonly string[], before: readonly string[], trouble: StreamTrouble | undefined): string {
  const whole = (some: readonly string[]): string => some.map((line) => `${line}\n`).join('')
  switch (trouble) {
    case 'duplicate':
      return whole([...lines, ...lines])
    case 'older':
      return whole([...lines, ...before])
    case 'reorder':
      return whole(lines.toReversed())
    case 'torn':
      return whole(lines).slice(0, -20)
    case 'expired':
      return whole([errorLine(410, 'Expired')])
    case 'error':
      return whole([errorLine(500, 'InternalError')])
    default:
      return whole(lines)
  }
}

const errorLine = (code: number, reason: string): string =>
  JSON.stringify({ type: 'ERROR', object: { kind: 'Status', status: 'Failure', code, reason, message: reason } })
