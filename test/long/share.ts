/** How much of a story is run, and with which random numbers. */
export interface Share {
  readonly seed: number
  /** Of so many cases of the whole story, how many. */
  readonly of: (cases: number) => number
}

export interface Story {
  readonly name: string
  /** Of the whole, on a quiet machine of two cores. */
  readonly minutes: number
  /** Into how many parts it is divided, if that is not three. */
  readonly parts?: number
  /** On a cluster of its own. `npm run test:cluster` runs a part of it, too. */
  readonly isOnCluster?: true
  readonly command: (share: Share) => Command
}

export interface Command {
  /** After Node. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export interface Planned extends Command, Pick<Story, 'name' | 'isOnCluster'> {}

const thirds = 3

/** All that a part of each story without a cluster may take, in minutes of which some pass side by side: it has to fit into `.ci/run`. */
export const budget = 8

/** The whole of each story, or a part of each. */
export function planOf(
  stories: readonly Story[],
  { whole, seed }: { whole: boolean; seed: number },
): readonly Planned[] {
  return stories.map(({ name, parts = thirds, isOnCluster, command }) => {
    const of = (cases: number): number => (whole ? cases : Math.ceil(cases / parts))
    return { name, ...(isOnCluster && { isOnCluster }), ...command({ seed, of }) }
  })
}

export function minutesOf(stories: readonly Story[], { whole }: { whole: boolean }): number {
  return stories.reduce((sum, { minutes, parts = thirds }) => sum + (whole ? minutes : minutes / parts), 0)
}
