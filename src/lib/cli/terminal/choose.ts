interface Choice<Value> {
  readonly name: string
  readonly value: Value
}

interface Choosing<Value> {
  readonly question: string
  readonly choices: readonly Choice<Value>[]
  readonly signal: AbortSignal
}

/** A list of this length is not scrolled: an operator sees all choices. */
const mostRows = 12

/** Whether there is a terminal to choose on. */
export const canChoose = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Ask on the terminal for one of several values; the first is preselected. Rejects when the user presses Ctrl-C. */
export async function choose<Value>({ question, choices, signal }: Choosing<Value>): Promise<Value> {
  const { createPromptModule } = await import('inquirer')
  const closed = new AbortController()
  process.stdin.once('pause', () => closed.abort())
  const prompt = createPromptModule({ output: process.stderr, signal: AbortSignal.any([signal, closed.signal]) })
  const numbered = choices.map(({ name }, value) => ({ name, value }))
  const { chosen } = await prompt<{ chosen: number }>([
    { type: 'select', name: 'chosen', message: question, choices: numbered, pageSize: mostRows },
  ])
  return choices[chosen]!.value
}
