import type { Candidate } from '../../completion/candidate.ts'
import type { WantedValues } from '../../completion/complete.ts'
import { givenValue } from '../../completion/given-value.ts'
import type { ValueKind } from '../../completion/value-kinds.ts'
import { newest, type Release, releases } from '../../kubelet/model/releases.ts'
import type { Asked } from './asked.ts'

type Source = (wanted: WantedValues, asked: Asked) => Promise<readonly Candidate[]>

const named = (...values: readonly string[]): readonly Candidate[] => values.map((value) => ({ value }))

/** Each loads no more than it needs, because completion must be fast. */
const sources: Readonly<Record<ValueKind, Source>> = {
  // The shell completes files.
  file: async () => [],
  text: async () => [],
  release: async () => named(...releases),
  releases: async ({ head }) => (head.endsWith('-') ? named(...releases) : named(...releases, 'all', 'cluster')),
  size: async () => [{ value: 'max', about: 'All of allocatable.' }],
  threshold: async () => (await import('./size-values.ts')).thresholds,
  'size path': async () => (await import('./size-values.ts')).pathsOf.get,
  'top path': async () => (await import('./size-values.ts')).pathsOf.top,
  fault: async () =>
    named(
      'kubelet-down=',
      'kubelet-delay=',
      'api-unavailable',
      'late-pod=',
      'agent-missing=',
      'agent-down=',
      'crash-loop=',
      'drift=',
    ),
  format: async ({ usual }) => named(...(await import('./format-values.ts')).formatsLike(usual)),
  field: async ({ text }) => explainable(text),
  'warning rule': async () => (await import('./rule-values.ts')).warningRules(),
  gate: async (wanted) => (await import('./gate-values.ts')).gatesIn(releaseOf(wanted)),
  node: async (wanted, asked) => (await import('./cluster-values.ts')).objectNames('nodes', wanted, asked),
  namespace: async (wanted, asked) => (await import('./cluster-values.ts')).objectNames('namespaces', wanted, asked),
  context: async (wanted) => (await import('./kubeconfig-values.ts')).entryNames('contexts', wanted),
  cluster: async (wanted) => (await import('./kubeconfig-values.ts')).entryNames('clusters', wanted),
  user: async (wanted) => (await import('./kubeconfig-values.ts')).entryNames('users', wanted),
}

/** Values of a kind, at least those that begin as typed. Rejects when they cannot be read. */
export const valuesFor = (wanted: WantedValues, asked: Asked): Promise<readonly Candidate[]> =>
  sources[wanted.kind](wanted, asked)

function releaseOf(wanted: WantedValues): Release {
  const typed = givenValue(wanted, 'kubernetes-version')
  return releases.find((release) => release === typed) ?? newest
}

/** The arguments of `explain`. Fields begin with a small letter, gates and rules with a capital one. */
async function explainable(text: string): Promise<readonly Candidate[]> {
  const ofMap = 'featureGates.'
  if (text.startsWith(ofMap)) {
    const gates = (await import('./gate-values.ts')).allGates()
    return gates.map(({ value, about }) => ({ value: ofMap + value, about }))
  }
  if (!/^[A-Z]/.test(text)) return (await import('./field-values.ts')).fieldsFrom(text)
  const gates = (await import('./gate-values.ts')).allGates()
  return [...gates, ...(await import('./rule-values.ts')).rules()]
}
