import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { Finding } from '../../../src/lib/config/finding.ts'
import { type Release, releases } from '../../../src/lib/config/releases.ts'
import { checked } from './documents.ts'

interface Verdict {
  readonly from: Release
  readonly to: Release
  /** Of decoding, feature gates and validation. */
  readonly valid: boolean
  readonly stage?: 'decode' | 'gates' | 'rules'
  /** Which rules, when it fell at them. */
  readonly rules?: readonly string[]
  /** Paths that the strict decoder names; of YAML's duplicates `dup:` and the bare key. Missing where a gate stopped the kubelet first (1.32+). */
  readonly strict?: readonly string[]
}

/** Verdicts of the kubelets' own code, 1.28 to 1.37. */
const vectors: Readonly<Record<string, { input: string; verdicts: readonly Verdict[] }>> = JSON.parse(
  readFileSync(new URL('../../data/vectors.json', import.meta.url), 'utf8'),
)

/** The strict decoder writes no brackets around keys. */
function spelling({ path, rule }: Finding, input: string): string {
  const dotted = path.replaceAll(/\[(?=\D)/g, '.').replaceAll(/(?<=\D)\]/g, '')
  if (rule !== 'STRICT-DUPLICATE' || input.trimStart().startsWith('{')) return dotted
  return `dup:${/[^[]*(?=\]$)/.exec(path)?.[0] ?? path.slice(path.lastIndexOf('.') + 1)}`
}

const stageOf = (fatal: readonly Finding[]): Verdict['stage'] | undefined => {
  const before = (...stages: Finding['stage'][]): boolean => fatal.some(({ stage }) => stages.includes(stage))
  if (before('read', 'decode')) return 'decode'
  if (before('gates')) return 'gates'
  return before('rules') ? 'rules' : undefined
}

test.each(Object.entries(vectors))('%s is judged as by each kubelet', async (_name, { input, verdicts }) => {
  for (const { from, to, valid, stage, rules, strict } of verdicts) {
    for (const release of releases.slice(releases.indexOf(from), releases.indexOf(to) + 1)) {
      const { findings, document } = await checked(input, release)
      const fatal = findings.filter((found) => found.fatal)
      expect({ release, stage: stageOf(fatal) }).toEqual({ release, stage: valid ? undefined : stage })
      expect(document === undefined).toBe(stage === 'decode')
      const broken = [...new Set(fatal.filter((found) => found.stage === 'rules').map(({ rule }) => rule))].sort()
      if (rules !== undefined) expect({ release, rules: broken }).toEqual({ release, rules: rules.toSorted() })
      const paths = findings.filter((found) => found.stage === 'strict').map((found) => spelling(found, input))
      if (strict !== undefined) expect({ release, paths }).toEqual({ release, paths: strict })
    }
  }
})
