/** States that a wait may or may not see. */
const passing = /^node\/node-\w: (?:Pending|Resolving|Applying|Trial|RollingBack|Good)(?: \(\w+\))?\n/gm
/** Ages of documents in `list`, of states in `status`, and of rollouts. */
const ages = / \d+s +(?=\d+ +\d+ +(?:ok|rolled back)$)| \d+s ago$| \d+s$/gm

/** What the tour prints, without what depends on how long it took. */
export const settledTour = (text: string): string => text.replaceAll(passing, '').replaceAll(ages, ' 0s    ')
