const sha256 = /^[0-9a-f]{64}$/

/** Throws when a name is not one of ours: nothing else may become a part of a path. */
export function checkpointName(digest: string): string {
  if (!sha256.test(digest)) throw new Error(`not a SHA-256: ${digest}`)
  return `${digest}.yaml`
}

/** The SHA-256 of a checkpoint's name; undefined for another file. */
export function digestOfName(name: string): string | undefined {
  const digest = name.endsWith('.yaml') ? name.slice(0, -'.yaml'.length) : ''
  return sha256.test(digest) ? digest : undefined
}
