/** Does a document still show what is being looked for? Asked of many at once. */
export type Keeps = (documents: readonly Uint8Array[]) => Promise<readonly boolean[]>

/** A smaller document that keeps it: lines go first, then stretches of text, down to single characters. */
export async function shrink(document: Uint8Array, keeps: Keeps): Promise<Uint8Array> {
  const withoutLines = await shrinkBy(splitLines(document), keeps)
  return shrinkBy(
    Array.from(withoutLines, (byte) => Uint8Array.of(byte)),
    keeps,
  )
}

/** Takes away ever smaller runs of parts for as long as what remains keeps it. */
async function shrinkBy(parts: readonly Uint8Array[], keeps: Keeps): Promise<Uint8Array> {
  let rest = parts
  for (let length = rest.length >> 1; length >= 1; ) {
    const smaller = await smallerBy(rest, length, keeps)
    rest = smaller ?? rest
    if (smaller === undefined) length >>= 1
  }
  return Buffer.concat(rest)
}

async function smallerBy(
  parts: readonly Uint8Array[],
  length: number,
  keeps: Keeps,
): Promise<readonly Uint8Array[] | undefined> {
  const starts = Array.from({ length: Math.ceil(parts.length / length) }, (_, index) => index * length)
  const candidates = starts.map((start) => parts.toSpliced(start, length))
  const kept = await keeps(candidates.map((candidate) => Buffer.concat(candidate)))
  return candidates[kept.indexOf(true)]
}

function splitLines(document: Uint8Array): readonly Uint8Array[] {
  const ends = [...document.keys()].filter((at) => document[at] === 0x0a || document[at] === 0x2c).map((at) => at + 1)
  return [0, ...ends].map((start, index) => document.subarray(start, ends[index] ?? document.length))
}
