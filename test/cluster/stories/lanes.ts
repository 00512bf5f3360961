import { test } from '@jest/globals'

/** What happens to a node, by title. */
export type Stories = Readonly<Record<string, (node: string) => Promise<void>>>

type Outcome = { readonly kind: 'told' } | { readonly kind: 'failed'; readonly because: unknown }

const outcomes = new Map<string, Outcome>()

/** Tells the stories of a node, one after the other. None of them keeps the next from being told. */
export async function tell(node: string, stories: Stories): Promise<void> {
  for (const [title, story] of Object.entries(stories)) outcomes.set(title, await outcomeOf(() => story(node)))
}

/** Of several nodes, side by side: to each its own. */
export const tellEach = (nodes: readonly string[], lanes: readonly Stories[]): Promise<unknown> =>
  Promise.all(nodes.map((node, index) => tell(node, lanes[index]!)))

/** A test for each of the stories, which another hook or test has told. */
export function testsOf(...lanes: readonly Stories[]): void {
  test.each(lanes.flatMap(Object.keys))('%s', (title) => {
    const outcome = outcomes.get(title) ?? { kind: 'failed', because: new Error('it was not told') }
    if (outcome.kind === 'failed') throw outcome.because
  })
}

async function outcomeOf(story: () => Promise<void>): Promise<Outcome> {
  try {
    await story()
    return { kind: 'told' }
  } catch (because) {
    return { kind: 'failed', because }
  }
}
