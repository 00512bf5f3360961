import { type LabelSelector, matchesLabels } from '../../api/label-selector.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { Finding } from '../../message/findings.ts'
import { balloon, reconciler } from '../../names.ts'
import { quotaFact, subjectOf } from '../install/preflight.ts'
import { harmOfLimitRange } from '../model/limit-range.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { BudgetsDoNotProtect, NamespaceHarmless, PodsMutated, type SizeDoctorFact } from './doctor-messages.ts'

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

interface Rule {
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly operations?: readonly string[]
  readonly resources?: readonly string[]
}

/** What a webhook, and the constraints of a policy, have in common. */
interface Matcher {
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
}

interface Webhook extends Matcher {
  readonly name: string
  readonly rules?: readonly Rule[]
  readonly failurePolicy?: string
}

interface PolicySpec {
  readonly failurePolicy?: string
  readonly matchConstraints?: Matcher & {
    readonly resourceRules?: readonly Rule[]
    readonly excludeResourceRules?: readonly Rule[]
  }
}

type Labels = Readonly<Record<string, string>>
type Injector = Extract<SizeDoctorFact, { reason: 'PodsMutated' }>

/** The labels that a balloon has when it is created. */
const balloonLabels: Labels = { 'app.kubernetes.io/name': 'nodesize', [balloon.podLabel.key]: balloon.podLabel.value }

/** Mutating webhooks that are asked about balloons in a namespace with these labels. */
export const injectingWebhooks = (configurations: readonly ObjectBody[], namespace: Labels): readonly Injector[] =>
  configurations.flatMap((configuration) => {
    const { webhooks = [] } = configuration as unknown as { readonly webhooks?: readonly Webhook[] }
    return webhooks
      .filter((webhook) => selects(webhook, namespace))
      .flatMap(({ name, rules = [], failurePolicy = 'Fail' }) =>
        injector(configuration, { by: name, rules, failurePolicy }),
      )
  })

/** Mutating policies that apply to balloons there, but for that of nodesize. Their bindings may narrow them further. */
export const injectingPolicies = (policies: readonly ObjectBody[], namespace: Labels): readonly Injector[] =>
  policies
    .filter(({ metadata }) => metadata.name !== reconciler.birthPolicy)
    .flatMap((policy) => {
      const { failurePolicy = 'Fail', matchConstraints = {} } = (policy['spec'] ?? {}) as PolicySpec
      const { resourceRules: rules = [], excludeResourceRules = [] } = matchConstraints
      if (!selects(matchConstraints, namespace) || actsAt(excludeResourceRules) !== undefined) return []
      return injector(policy, { by: policy.metadata.name, rules, failurePolicy })
    })

const selects = ({ namespaceSelector = {}, objectSelector = {} }: Matcher, namespace: Labels): boolean =>
  matchesLabels(namespaceSelector, namespace) && matchesLabels(objectSelector, balloonLabels)

function injector(
  object: ObjectBody,
  { rules, ...about }: Pick<Injector, 'by' | 'failurePolicy'> & { readonly rules: readonly Rule[] },
): readonly Injector[] {
  const at = actsAt(rules)
  return at === undefined ? [] : [PodsMutated({ subject: subjectOf(object), ...about, at })]
}

function actsAt(rules: readonly Rule[]): Injector['at'] | undefined {
  const [creation, resize] = [covers(rules, 'CREATE', ['pods', '*', '*/*']), covers(rules, 'UPDATE', resizes)]
  return creation ? (resize ? 'both' : 'creation') : resize ? 'resize' : undefined
}

const resizes = ['pods/resize', 'pods/*', '*/resize', '*/*']

const covers = (rules: readonly Rule[], operation: string, names: readonly string[]): boolean =>
  rules.some(
    ({ apiGroups = [], operations = [], resources = [] }) =>
      (apiGroups.includes('') || apiGroups.includes('*')) &&
      (operations.includes(operation) || operations.includes('*')) &&
      resources.some((resource) => names.includes(resource)),
  )
