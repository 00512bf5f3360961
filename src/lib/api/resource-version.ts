/**
 * Whether a version is older than another one of the same cluster. Versions are numbers that only grow, unless etcd was
 * restored from a backup. false: a server has other versions, which say nothing.
 */
export const isOlder = (version: string, than: string): boolean =>
  isNumber(version) && isNumber(than) && BigInt(version) < BigInt(than)

const isNumber = (text: string): boolean => /^\d{1,30}$/.test(text)
