import type { Effective } from '../defaults/effective.ts'
import type { Cause } from '../model/cause.ts'
import type { Severity } from '../model/finding.ts'
import type { Saying } from '../model/message.ts'
import { compareReleases, newest, oldest, type Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'

/** One rule of the kubelet about values, as data and a predicate. */
export interface Rule {
  /** As in the project's sheet of rules: `V13` for validation, `S09` for start-up. Stable: scripts match on it. */
  readonly id: string
  /** First release that has it, when that is not the oldest known one. */
  readonly since?: Release
  /** Last release that has it, when that is not the newest. */
  readonly until?: Release
  /** Feature gates that decide whether it applies. */
  readonly gates?: readonly string[]
  /** Paths of the fields that it looks at; the first is the one to blame. */
  readonly fields: readonly string[]
  /** What must hold, in one sentence. */
  readonly meaning: string
  /** Where the kubelet has it, such as `pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration`. */
  readonly source: string
  /** Why no file can break it, for those that defaulting keeps from being broken. */
  readonly unbreakable?: string
  /** It finds nothing wrong with the document, and only says what the host must be like: all it has is 'info'. */
  readonly hostOnly?: true
  /**
   * The kubelet starts all the same, and ignores the value or lacks what depends on it. The error stays one: nobody
   * writes a value in order to have it ignored.
   */
  readonly fatal?: false
  /** What is wrong; nothing when the rule is kept. Pure. */
  check(config: Effective): Iterable<Problem>
}

/** `message` names value, limit and neighbour field. */
export interface Problem extends Saying {
  /** Of the value to blame, when that is not the first field of the rule: `registerWithTaints[0].key`. */
  readonly path?: string
  /** Where it stands, when it is an item of a list or a value of a map. */
  readonly at?: Position
  /** When missing: FieldValueInvalid, or HostRequirement of an 'info'. */
  readonly reason?: Cause
  readonly remedy?: string
  /** Does it stop the kubelet? As the rule says when missing; only an error does. */
  readonly fatal?: boolean
  /** 'error' when missing. 'info': it depends on the host, and the remedy says what to check there. */
  readonly severity?: Severity
}

export const appliesTo = (release: Release, { since = oldest, until = newest }: Rule): boolean =>
  compareReleases(release, since) >= 0 && compareReleases(release, until) <= 0

/** Does a release have what came with `since`? */
export const isAtLeast = ({ release }: Effective, since: Release): boolean => compareReleases(release, since) >= 0

/** Nothing when it holds; one problem when it does not. */
export const unless = (holds: boolean, problem: () => Problem): readonly Problem[] => (holds ? [] : [problem()])
