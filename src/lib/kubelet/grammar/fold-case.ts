/** As Go's JSON finds names: Unicode case folding, as far as it concerns ASCII. ſ is an s, and the kelvin sign is a k. */
export const foldCase = (name: string): string => name.toLowerCase().replaceAll('ſ', 's')
