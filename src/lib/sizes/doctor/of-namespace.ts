import { type LabelSelector, matchesLabels } from '../../api/label-selector.ts'
import type { Finding } from '../../message/findings.ts'
import { balloon } from '../../names.ts'
import { quotaFact } from '../install/preflight.ts'
import { harmOfLimitRange } from '../model/limit-range.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { BudgetsDoNotProtect, NamespaceHarmless, type SizeDoctorFact } from './doctor-messages.ts'
import { injectingPolicies, injectingWebhooks } from './injectors.ts'

type Seen = Pick<ClusterSeen, 'namespace' | 'neighbours'>

/** What in the namespace of the balloons changes them, or keeps them from being resized. */
export function ofNamespace({ namespace, neighbours }: Seen): readonly Finding[] {
  const { quotas, limitRanges, budgets, webhooks, mutatingPolicies, namespace: own } = neighbours
  const labels = { 'kubernetes.io/metadata.name': namespace, ...own.value?.metadata.labels }
  const found: readonly Finding[] = [
    ...(limitRanges.value ?? []).flatMap((range) => harmOfLimitRange(range) ?? []).map(asError),
    ...(quotas.value ?? [])
      .map(quotaFact)
      .map((fact) => (fact.reason === 'QuotaDemandsLimits' ? asError(fact) : asCare(fact))),
    ...injectingWebhooks(webhooks.value ?? [], labels).map(asCare),
    ...injectingPolicies(mutatingPolicies.value ?? [], labels).map(asCare),
    ...ofBudgets(budgets),
  ]
  const areSeen = [quotas, limitRanges, webhooks, mutatingPolicies].every(({ failure }) => failure === undefined)
  const harmless: SizeDoctorFact = NamespaceHarmless({ namespace })
  return found.length === 0 && areSeen ? [{ severity: 'works', fact: harmless }] : found
}

const asError = (fact: Finding['fact']): Finding => ({ severity: 'error', fact })
const asCare = (fact: Finding['fact']): Finding => ({ severity: 'care', fact })

/** A budget keeps balloons from eviction, and not from preemption. */
function ofBudgets({ value = [] }: ClusterSeen['neighbours']['budgets']): readonly Finding[] {
  const labels = { 'app.kubernetes.io/name': 'nodesize', [balloon.podLabel.key]: balloon.podLabel.value }
  const selectorOf = (spec: unknown) => (spec as { readonly selector?: LabelSelector } | undefined)?.selector
  const over = value.filter(({ spec }) => {
    const selector = selectorOf(spec)
    return selector !== undefined && matchesLabels(selector, labels)
  })
  if (over.length === 0) return []
  const fact: SizeDoctorFact = BudgetsDoNotProtect({ budgets: over.map(({ metadata }) => metadata.name) })
  return [asCare(fact)]
}
