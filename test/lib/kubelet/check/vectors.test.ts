import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { type Checked, checkForEach } from '../../../../src/lib/kubelet/check/check.ts'
import type { Finding } from '../../../../src/lib/kubelet/model/finding.ts'
import { type Release, releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'

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
  readFileSync(new URL('../../../data/vectors.json', import.meta.url), 'utf8'),
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

/** What our verdict has to be compared with one of theirs, which may be silent on rules and strict findings. */
function judged({ release, findings, document }: Checked, input: string, { rules, strict }: Verdict): object {
  const fatal = findings.filter((found) => found.fatal)
  const broken = fatal.filter(({ stage }) => stage === 'rules').map(({ rule }) => rule)
  const paths = findings.filter(({ stage }) => stage === 'strict').map((found) => spelling(found, input))
  return {
    release,
    stage: stageOf(fatal),
    decoded: document !== undefined,
    rules: rules && [...new Set(broken)].sort(),
    strict: strict && paths,
  }
}

test.each(Object.entries(vectors))('%s is judged as by each kubelet', async (_name, { input, verdicts }) => {
  const [ours, theirs]: [object[], object[]] = [[], []]
  const checked = checkForEach(await readDocument(new TextEncoder().encode(input)), releases)
  for (const verdict of verdicts)
    for (const one of checked.slice(releases.indexOf(verdict.from), releases.indexOf(verdict.to) + 1)) {
      const { release } = one
      const { valid, rules, strict } = verdict
      const stage = valid ? undefined : verdict.stage
      ours.push(judged(one, input, verdict))
      theirs.push({ release, stage, decoded: stage !== 'decode', rules: rules?.toSorted(), strict })
    }
  expect(ours).toEqual(theirs)
})
