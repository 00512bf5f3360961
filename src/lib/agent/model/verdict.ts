import type { Step } from '../../kubelet/changes/steps.ts'
import type { Fact } from '../../message/fact.ts'

/** What was found about a document before anything is written: for this kubelet, this host, and what runs now. */
export type Verdict =
  /** It means the same as what runs: no restart. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'usable'
      /** Files in the kubelet's root directory that must go while the kubelet is stopped, such as cpu_manager_state. */
      readonly stateFiles: readonly string[]
      /** Pods of the node would end, or that is not known, and nobody has accepted the risk: why the change is held. */
      readonly held: Fact | undefined
      /** Also on a drained node: pods that a drain leaves would end. */
      readonly heldDrained: boolean
      /**
       * Whether a balloon of nodesize has to give back first, so that no pod ends. 'gave-back': with what it holds now it does
       * not, but it may if it grows.
       */
      readonly balloon: 'gives-back-first' | 'not-known' | 'gave-back' | 'not-in-the-way'
      /** Decided on pods that were there then: others may have come or gone. */
      readonly dependsOnPods: boolean
      /** The procedure, for people. */
      readonly steps: readonly Step[]
      /** Fields whose values flags shadow, such as maxPods. */
      readonly shadowedByFlags: readonly string[]
      /** Reported, and nothing more. */
      readonly warnings: readonly Fact[]
      /** Pods may not get a sandbox with it: evidence for that is asked for. */
      readonly concernsSandboxes: boolean
      /** Allocatable to come, when the change lowers it. */
      readonly allocatable: Readonly<Record<string, string>> | undefined
    }
  /** The kubelet would refuse it, or it must not be applied on this host. `because` has all findings. */
  | { readonly kind: 'refused'; readonly because: Fact }
