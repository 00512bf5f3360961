/** States that a wait may or may not see. */
const passing = /^node\/node-\w: (?:Pending|Resolving|Applying|Trial|RollingBack|Good)\n/gm
/** Ages of documents in `list`, and of states in `status`. */
const ages = / \d+s +(?=\d+ +ok$)| \d+s$/gm

/** What the tour prints, without what depends on how long it took. */
export const settledTour = (text: string): string => text.replaceAll(passing, '').replaceAll(ages, ' 0s    ')
