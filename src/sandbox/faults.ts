import type { Fault, Faults } from './interface/fault.ts'

/** Retry-After of an API server that is not available, in seconds. */
const retryAfter = 1

type Injections = { readonly [Kind in Fault['kind']]: (faults: Faults, fault: Fault & { kind: Kind }) => void }

const injections: Injections = {
  'kubelet-down': (faults, { node }) => faults.stopKubelet(node),
  'kubelet-delay': (faults, { ms }) => faults.kubeletDelay(ms),
  'api-unavailable': (faults, { ms }) => faults.unavailable(retryAfter, ms),
  'late-pod': (faults, { node }) => faults.latePod(node),
  'agent-down': (faults, { node }) => faults.silenceAgent(node),
}

/** Injects a fault from now on. Throws RangeError when its node does not exist. */
export function inject<Kind extends Fault['kind']>(faults: Faults, fault: Fault & { kind: Kind }): void {
  injections[fault.kind](faults, fault)
}
