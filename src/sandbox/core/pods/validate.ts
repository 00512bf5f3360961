import { parseQuantity } from '../../../lib/quantity/quantity.ts'
import type { Container, Pod, PodSpec } from '../model/object.ts'
import { duplicate, type FieldProblem, invalidValue, required, unsupported } from '../model/refusal.ts'
import { isLabel, notLabel } from '../validate/metadata.ts'

const standard = /^(cpu|memory|ephemeral-storage|hugepages-.+)$/
const isQualified = (resource: string): boolean => resource.includes('/')
const nanos = (text: string | undefined): bigint => (text === undefined ? 0n : (parseQuantity(text)?.nanos ?? 0n))

/** Problems in any pod, new or changed (pkg/apis/core/validation). */
export function podProblems({ spec }: Pick<Pod, 'spec'>): FieldProblem[] {
  if (spec.containers.length === 0) return [required('spec.containers')]
  const { restartPolicy = 'Always' } = spec
  return [
    ...nameProblems(spec),
    ...spec.containers.flatMap((container, i) => containerProblems(container, `spec.containers[${i}]`)),
    ...(spec.initContainers ?? []).flatMap((container, i) => containerProblems(container, `spec.initContainers[${i}]`)),
    ...podLevelProblems(spec),
    ...(policies.includes(restartPolicy) ? [] : [unsupported('spec.restartPolicy', restartPolicy, policies)]),
  ]
}

const policies = ['Always', 'OnFailure', 'Never']

function nameProblems({ containers, initContainers = [] }: PodSpec): FieldProblem[] {
  const seen = new Set<string>()
  const duplicates = (list: readonly Container[], field: string) =>
    list.flatMap(({ name }, i) => {
      const isSecond = seen.has(name)
      seen.add(name)
      return isSecond ? [duplicate(`${field}[${i}].name`, name)] : []
    })
  return [...duplicates(initContainers, 'spec.initContainers'), ...duplicates(containers, 'spec.containers')]
}

function containerProblems({ name, image, resources = {} }: Container, field: string): FieldProblem[] {
  const { requests = {}, limits = {} } = resources
  return [
    ...(name ? [] : [required(`${field}.name`)]),
    ...(name && !isLabel.test(name) ? [invalidValue(`${field}.name`, name, notLabel)] : []),
    ...(image ? [] : [required(`${field}.image`)]),
    ...amountProblems(limits, `${field}.resources.limits`),
    ...amountProblems(requests, `${field}.resources.requests`),
    ...limitProblems({ requests, limits }, `${field}.resources.requests`),
  ]
}

type Amounts = Readonly<Record<string, string>>

const amountProblems = (amounts: Amounts, field: string): FieldProblem[] =>
  Object.entries(amounts).flatMap(([resource, text]) => {
    const at = `${field}[${resource}]`
    if (!standard.test(resource) && !isQualified(resource))
      return [
        invalidValue(at, resource, 'must be a standard resource type or fully qualified'),
        invalidValue(at, resource, 'must be a standard resource for containers'),
      ]
    return nanos(text) < 0n ? [invalidValue(at, text, 'must be greater than or equal to 0')] : []
  })

const limitProblems = ({ requests, limits }: { requests: Amounts; limits: Amounts }, field: string): FieldProblem[] =>
  Object.entries(requests)
    .filter(([resource, text]) => limits[resource] !== undefined && nanos(text) > nanos(limits[resource]))
    .map(([resource, text]) =>
      invalidValue(field, text, `must be less than or equal to ${resource} limit of ${limits[resource]}`),
    )

/** Pod-level requests must cover those of the containers. */
function podLevelProblems({ resources, containers }: PodSpec): FieldProblem[] {
  return Object.entries(resources?.requests ?? {}).flatMap(([resource, text]) => {
    const all = containers.reduce((sum, container) => sum + nanos(container.resources?.requests?.[resource]), 0n)
    if (all <= nanos(text)) return []
    const sum = resource === 'cpu' ? `${all / 1_000_000n}m` : String(all / 1_000_000_000n)
    return [
      invalidValue(
        `spec.resources.requests[${resource}]`,
        text,
        `must be greater than or equal to aggregate container requests of ${sum}`,
      ),
    ]
  })
}
