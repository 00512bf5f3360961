import { byCodePoint } from '../compare/code-point.ts'
import { type Change, diff } from '../compare/diff.ts'
import { Effective } from '../defaults/effective.ts'
import { materialize } from '../defaults/materialize.ts'
import { asMap, asText } from '../defaults/values.ts'
import { parseBool } from '../grammar/bool.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import { emptyDocument } from '../model/empty-document.ts'
import type { Release } from '../model/releases.ts'
import { lowersAllocatable } from './allocatable.ts'
import { mayBe } from './direction.ts'
import { type Disruption, worse } from './disruption.ts'
import {
  driverOfRuntime,
  type FieldDisruption,
  fieldDisruptions,
  otherStrictCpus,
  plainRestart,
} from './field-disruption.ts'
import { keepsSameCpus } from './reserved-cpus.ts'

/** A field with another effective value. */
export interface AssessedChange extends Change, Pick<FieldDisruption, 'disruption' | 'stateFile' | 'onPlainRestart'> {}

export interface Assessment {
  /** By path, with effective values: fields that are set to the same value are not listed. */
  readonly changes: readonly AssessedChange[]
  /** The worst disruption of the changes; 'none' without changes. */
  readonly disruption: Disruption
  /**
   * Whether pods may have less cpu or memory afterwards. A balloon of nodesize should be reset before such a restart,
   * or pods that would fit without it fail.
   */
  readonly lowersAllocatable: boolean
}

/**
 * The disruption of a change from one document to another, for a kubelet of this release; undefined means all defaults.
 */
export function assessChange(
  release: Release,
  {
    before = emptyDocument,
    after = emptyDocument,
  }: { before: ConfigDocument | undefined; after: ConfigDocument | undefined },
): Assessment {
  const [old, current] = [new Effective(before, release), new Effective(after, release)]
  const changes = diff(materialize(old), materialize(current)).map((change) => {
    const { disruption, stateFile, onPlainRestart } = disruptionOf(change.path, old, current)
    return { ...change, disruption, ...(stateFile && { stateFile }), onPlainRestart }
  })
  return assessmentOf(changes, lowersAllocatable(old, current))
}

function disruptionOf(path: string, old: Effective, current: Effective): FieldDisruption {
  const special = disruptionInCircumstances(path, old, current)
  if (special !== undefined) return special
  const usual = fieldDisruptions.get(topLevel(path)) ?? plainRestart
  return mayBe(usual, valueAt(old, path), valueAt(current, path)) ? usual : plainRestart
}

/** The value of a field, or of a key of its map. */
function valueAt(config: Effective, path: string): Value | undefined {
  const [, field = path, key] = /^(\w+)(?:\[(.+)\])?$/.exec(path) ?? []
  const value = config.get(field)
  return key === undefined ? value : asMap(value).get(key)
}

const topLevel = (path: string): string => /^\w+/.exec(path)?.[0] ?? path

const assessmentOf = (changes: readonly AssessedChange[], lowers: boolean): Assessment => ({
  changes,
  disruption: changes.map(({ disruption }) => disruption).reduce(worse, 'none'),
  lowersAllocatable: lowers,
})

/** The same without the changes at or below these paths. */
export const without = ({ changes, lowersAllocatable: lowers }: Assessment, paths: readonly string[]): Assessment =>
  assessmentOf(
    changes.filter(
      ({ path }) =>
        !paths.some((other) => path === other || (/^[.[]/.test(path.slice(other.length)) && path.startsWith(other))),
    ),
    lowers,
  )

/** The state files that the kubelet must start without. */
export const stateFilesOf = ({ changes }: Pick<Assessment, 'changes'>): readonly string[] =>
  [...new Set(changes.flatMap(({ stateFile }) => stateFile ?? []))].sort()

/** For kubelets of several releases: the worst disruption of each field. */
export const assessForAll = (
  releases: readonly Release[],
  documents: { before: ConfigDocument | undefined; after: ConfigDocument | undefined },
): Assessment => worstOf(releases.map((release) => assessChange(release, documents)))

/** The worst disruption of each field; none without assessments. */
export function worstOf(assessments: readonly Assessment[]): Assessment {
  const worst = new Map<string, AssessedChange>()
  for (const change of assessments.flatMap(({ changes }) => changes)) {
    const other = worst.get(change.path)
    if (other === undefined || worse(other.disruption, change.disruption) !== other.disruption)
      worst.set(change.path, change)
  }
  const changes = [...worst.values()].sort((a, b) => byCodePoint(a.path, b.path))
  return assessmentOf(
    changes,
    assessments.some((one) => one.lowersAllocatable),
  )
}

/** The disruption of a change that depends on other fields; undefined when it depends on the field alone. */
function disruptionInCircumstances(path: string, before: Effective, after: Effective): FieldDisruption | undefined {
  if (path === strictOption) return changesStrictness(before, after) ? otherStrictCpus : undefined
  if (reservations.has(path)) return changesStrictCpus(before, after) ? otherStrictCpus : undefined
  if (path === idsPerPod) return keepsIdRanges(before, after) ? plainRestart : undefined
  if (path === driver) return after.enabled('KubeletCgroupDriverFromCRI') ? driverOfRuntime : undefined
  return undefined
}

const option = 'strict-cpu-reservation'
const strictOption = `cpuManagerPolicyOptions[${option}]`
const reservations: ReadonlySet<string> = new Set(['reservedSystemCPUs', 'kubeReserved[cpu]', 'systemReserved[cpu]'])
const driver = 'cgroupDriver'
const idsPerPod = 'userNamespaces.idsPerPod'

const isStatic = (config: Effective): boolean => config.text('cpuManagerPolicy') === 'static'
const isStrict = (config: Effective): boolean =>
  isStatic(config) && parseBool(asText(config.map('cpuManagerPolicyOptions').get(option))) === true

/** A change of the policy itself removes the state in any case. */
const changesStrictness = (before: Effective, after: Effective): boolean =>
  isStatic(before) && isStatic(after) && isStrict(before) !== isStrict(after)

const changesStrictCpus = (before: Effective, after: Effective): boolean =>
  isStrict(before) && isStrict(after) && !keepsSameCpus(before, after)

/** The same number, or no user namespaces before or after (pkg/kubelet/userns/userns_manager.go, MakeUserNsManager). */
const keepsIdRanges = (before: Effective, after: Effective): boolean =>
  idsOf(before) === idsOf(after) || ![before, after].every((config) => config.enabled('UserNamespacesSupport'))

const idsOf = (config: Effective): bigint => (config.has(idsPerPod) ? config.int(idsPerPod) : 65_536n)
