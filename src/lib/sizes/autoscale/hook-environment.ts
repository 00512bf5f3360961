import type { ProviderCall } from '../ports/provider.ts'

/**
 * What a hook learns of the call, as variables: cpu in thousandths of a core, memory in bytes, without units. Names and
 * meanings are public (docs/autoscale.md).
 */
export function hookEnvironment(call: ProviderCall): Readonly<Record<string, string>> {
  const { node, direction, phase, attempt, resumes, deadline } = call
  return {
    NODESIZE_NODE: node,
    NODESIZE_DIRECTION: direction,
    NODESIZE_PHASE: phase,
    NODESIZE_ATTEMPT: attempt,
    NODESIZE_RESUMES: resumes ?? '',
    NODESIZE_DEADLINE: new Date(deadline).toISOString(),
    ...amounts('OLD', call.from),
    ...amounts('NEW', call.to),
    ...amounts('BALLOON', call.balloon),
    ...amounts('ALLOCATABLE', call.allocatable),
    ...amounts('CAPACITY', call.capacity),
  }
}

const amounts = (name: string, { cpu, memory }: ProviderCall['to']): Readonly<Record<string, string>> => ({
  [`NODESIZE_${name}_MILLICPU`]: String(cpu),
  [`NODESIZE_${name}_MEMORY`]: String(memory),
})
