import type { Amounts } from '../../pods/amounts.ts'
import type { MachineDirection } from '../plan/autoscale.ts'

/** What a provider is asked for. Sizes are what pods can request; what the node reserves for itself is not part of them. */
export interface ProviderCall {
  readonly node: string
  readonly direction: MachineDirection
  /** `rollback`: the call before has failed, and the machine is to be as large as it was. */
  readonly phase: 'resize' | 'rollback'
  /** The same for all calls of one attempt. */
  readonly attempt: string
  /** The attempt of a command that was killed or left without an answer, which this one goes on with. */
  readonly resumes: string | undefined
  readonly from: Amounts
  readonly to: Amounts
  /** What the balloon requests now. */
  readonly balloon: Amounts
  /** As the kubelet reports them now; their difference is what the node reserves. */
  readonly allocatable: Amounts
  readonly capacity: Amounts
  /** Milliseconds since the epoch; the call is ended then. */
  readonly deadline: number
}

/** How a call ended. Only `done` and `refused` say what size the machine has. */
export type ProviderEnd =
  /** The machine has the size. */
  | { readonly kind: 'done' }
  /** Nothing was changed. */
  | { readonly kind: 'refused' }
  /** It did not run, and nothing was changed. */
  | { readonly kind: 'not-run'; readonly errno: string }
  | { readonly kind: 'failed'; readonly exit: number }
  | { readonly kind: 'killed'; readonly signal: string }

/** Resizes machines: a hypervisor or a cloud. */
export interface Provider {
  /**
   * Idempotent: the size of the machine is absolute, and asking twice is harmless. Settles soon after the signal aborts.
   * A rejection counts as a failure.
   */
  resize(call: ProviderCall, signal: AbortSignal): Promise<ProviderEnd>
}
