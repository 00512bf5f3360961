import { readFileSync } from 'node:fs'
import type { Reading } from '../../../../../src/lib/kubelet/model/reading.ts'
import type { Release } from '../../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../../src/lib/yaml/read/read.ts'

interface Verdict {
  readonly from: Release
  readonly to: Release
  readonly valid: boolean
  readonly strict?: readonly string[]
}

interface Vector {
  readonly input: string
  readonly verdicts: readonly Verdict[]
}

interface JudgedVector extends Vector {
  readonly name: string
  readonly reading: Extract<Reading, { outcome: 'tree' }>
}

const vectors: Readonly<Record<string, Vector>> = JSON.parse(
  readFileSync(new URL('../../../../data/vectors.json', import.meta.url), 'utf8'),
)

/** 1e400 is no double, so no validator that has them sees what the kubelet sees. */
const beyondDoubles = ['jqty/1e400']

async function judged(name: string, vector: Vector): Promise<readonly JudgedVector[]> {
  const reading = await readDocument(new TextEncoder().encode(vector.input))
  return reading.outcome === 'tree' ? [{ name, ...vector, reading }] : []
}

/** The vectors that a schema can judge: there is a value in them, and validators can hold it. */
export const judgedVectors: readonly JudgedVector[] = (
  await Promise.all(
    Object.entries(vectors)
      .filter(([name]) => !beyondDoubles.includes(name))
      .map(([name, vector]) => judged(name, vector)),
  )
).flat()
