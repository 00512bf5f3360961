import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { Finding } from '../../../src/lib/config/finding.ts'
import { type Release, releases } from '../../../src/lib/config/releases.ts'
import { checked } from './documents.ts'

interface Verdict {
  readonly from: Release
  readonly to: Release
  readonly decodes: boolean
  /** Paths that the strict decoder names; of YAML's duplicates `dup:` and the bare key. Missing where a gate stopped the kubelet first (1.32+). */
  readonly strict?: readonly string[]
}

/** Verdicts of the kubelets' own decoders, 1.28 to 1.37. */
const vectors: Readonly<Record<string, { input: string; verdicts: readonly Verdict[] }>> = JSON.parse(
  readFileSync(new URL('../../data/decode-vectors.json', import.meta.url), 'utf8'),
)

/** The strict decoder writes no brackets around keys. */
function spelling({ path, rule }: Finding, input: string): string {
  const dotted = path.replaceAll(/\[(?=\D)/g, '.').replaceAll(/(?<=\D)\]/g, '')
  if (rule !== 'STRICT-DUPLICATE' || input.trimStart().startsWith('{')) return dotted
  return `dup:${/[^[]*(?=\]$)/.exec(path)?.[0] ?? path.slice(path.lastIndexOf('.') + 1)}`
}

test.each(Object.entries(vectors))('%s is decoded as each kubelet does', async (_name, { input, verdicts }) => {
  for (const { from, to, decodes, strict } of verdicts) {
    for (const release of releases.slice(releases.indexOf(from), releases.indexOf(to) + 1)) {
      const { valid, findings, document } = await checked(input, release)
      const paths = findings.filter(({ stage }) => stage === 'strict').map((found) => spelling(found, input))
      expect({ release, valid }).toEqual({ release, valid: decodes })
      expect(document === undefined).toBe(!decodes)
      if (strict !== undefined) expect({ release, paths }).toEqual({ release, paths: strict })
    }
  }
})
