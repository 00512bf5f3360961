import type { Effective } from '../defaults/effective.ts'
import type { Cause } from '../model/cause.ts'
import type { Severity } from '../model/finding.ts'
import type { Saying } from '../model/message.ts'
import { compareReleases, newest, oldest, type Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'

/** A rule of the kubelet about values, as data and a predicate. */
export interface Rule {
  /** A stable id that scripts match on: `V13` for validation, `S09` for start-up, `H07` for operation. */
  readonly id: string
  /** First release that has it; absent: the oldest known one. */
  readonly since?: Release
  /** Last release that has it; absent: the newest known one. */
  readonly until?: Release
  /** Feature gates that decide whether the rule applies. */
  readonly gates?: readonly string[]
  /** Paths of the fields that it checks; problems are reported at the first one. */
  readonly fields: readonly string[]
  /** What the rule requires, in one sentence. */
  readonly meaning: string
  /** Its place in the kubelet's source, such as `pkg/kubelet/kubelet.go, NewMainKubelet`. */
  readonly source: string
  /** Why no document can break the rule, if defaults make that impossible. */
  readonly unbreakable?: string
  /** The rule only states requirements on the host: all its problems are 'info'. */
  readonly hostOnly?: true
  /**
   * The kubelet starts nevertheless, and ignores the value or runs without what depends on it. The severity is error,
   * because a value is not written in order to be ignored.
   */
  readonly fatal?: false
  /** All its problems are warnings, which may be ignored: the kubelet starts, and the document is not refused. */
  readonly severity?: 'warning'
  /** What happens when it is broken. */
  readonly harm?: string
  /** For problems that have no remedy of their own. */
  readonly remedy?: string
  readonly check: Check
  /** Paths of fields: without all of them, and of `gates`, it reports nothing. Absent: `fields`. */
  readonly reads?: readonly string[]
  /** What `check` consists of, if parts of it read different fields: each is done only when it is needed. */
  readonly parts?: readonly Part[]
}

export interface Part {
  /** As of a rule. */
  readonly reads: readonly string[]
  readonly check: Check
}

/** The problems; none when the rule is kept. Pure. */
export type Check = (config: Effective) => Iterable<Problem>

/** `message` names the value, the limit and the other field. */
export interface Problem extends Saying {
  /** Path of the value, such as `registerWithTaints[0].key`; absent: the first field of the rule. */
  readonly path?: string
  /** The place of an item of a list or a value of a map. */
  readonly at?: Position
  /** Absent: FieldValueInvalid, or HostRequirement for 'info'. */
  readonly reason?: Cause
  readonly remedy?: string
  /** Whether it stops the kubelet; absent: as the rule says. Only an error does. */
  readonly fatal?: boolean
  /** Absent: that of the rule, or else 'error'. 'info': it depends on the host, and the remedy says what to check there. */
  readonly severity?: Severity
}

/** A check that consists of independent ones. */
export const inParts = (parts: readonly Part[]): Pick<Rule, 'check' | 'parts'> => ({
  check: (config) => parts.flatMap(({ check }) => [...check(config)]),
  parts,
})

export const appliesTo = (release: Release, { since = oldest, until = newest }: Rule): boolean =>
  compareReleases(release, since) >= 0 && compareReleases(release, until) <= 0

/** No problem when the condition holds, otherwise one. */
export const unless = (holds: boolean, problem: () => Problem): readonly Problem[] => (holds ? [] : [problem()])
