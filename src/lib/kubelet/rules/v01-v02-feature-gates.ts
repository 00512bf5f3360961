import type { Effective } from '../defaults/effective.ts'
import { type FormerGate, formerGate } from '../gates/former.ts'
import { gateOf } from '../gates/gate.ts'
import { groups } from '../gates/groups.ts'
import { lockedSince } from '../gates/locked-since.ts'
import type { GateProblem } from '../gates/resolve.ts'
import { here, ofRelease } from '../model/message.ts'
import { keyPath } from '../model/path.ts'
import { type Release, releases } from '../model/releases.ts'
import type { Problem, Rule } from './rule.ts'
import { featureGate, validation } from './sources.ts'

/** The first stage: the kubelet exits if a gate cannot be set. */
export const featureGateRules: readonly Rule[] = [
  {
    id: 'V01',
    fields: ['featureGates'],
    meaning:
      'Each feature gate must be known, must not be locked to the other value, and (from 1.35) must have the ' +
      'gates that it depends on.',
    source: featureGate,
    check: (config) => config.gates.problems.map((problem) => describe(config, problem)),
  },
  {
    id: 'V02',
    since: '1.35',
    fields: ['featureGates'],
    reads: [],
    meaning: 'Same as V01: the kubelet checks the feature gates a second time.',
    source: validation,
    unbreakable: 'V01 reports the same problems first',
    check: () => [],
  },
]

function describe(config: Effective, problem: GateProblem): Problem {
  const path = keyPath('featureGates', problem.name)
  const [at] = [problem.name, ...Object.values(groups)].flatMap((name) => config.keyIn('featureGates', name) ?? [])
  return { path, ...(at !== undefined && { at }), ...flawOf(config, problem) }
}

function flawOf(config: Effective, problem: GateProblem): Problem {
  switch (problem.kind) {
    case 'unknown':
      return unknownGate(config.release, problem)
    case 'locked':
      return {
        reason: 'FeatureGateLocked',
        message: `the feature gate is locked to ${problem.on} since ${lockedSince(config.release, problem.name)} (${problem.stage})`,
        remedy: 'remove it',
      }
    case 'needs':
      return {
        reason: 'FieldValueForbidden',
        message: `the feature gate is on, but needs ${listed(problem.needs)}, which ${are(problem.needs)} off`,
        remedy: remedyForNeeds(config.release, problem),
      }
    case 'needed':
      return {
        reason: 'FieldValueForbidden',
        message: `the feature gate is off, but ${listed(problem.by)} ${are(problem.by)} on and ${need(problem.by)} it`,
        remedy: remedyForNeeded(config, problem),
      }
  }
}

type Of<K extends GateProblem['kind']> = Extract<GateProblem, { kind: K }>

const listed = (names: readonly string[]): string => [...names.slice(0, -2), names.slice(-2).join(' and ')].join(', ')
const are = ({ length }: readonly string[]): string => (length === 1 ? 'is' : 'are')
const need = ({ length }: readonly string[]): string => (length === 1 ? 'needs' : 'need')

/** A locked gate cannot be turned off as well. */
function remedyForNeeds(release: Release, { name, needs }: Of<'needs'>): string {
  const others = `set ${needs.map((other) => `${other}: true`).join(', ')}`
  const gate = gateOf(release, name)
  if (gate?.locked) return others
  return `${others}, or ${gate?.on ? `set ${name}: false` : 'remove it'}`
}

function remedyForNeeded(config: Effective, { name, by }: Of<'needed'>): string {
  const { release } = config
  const isWritten = config.map('featureGates').has(name)
  const first = gateOf(release, name)?.on && isWritten ? 'remove it' : `set ${name}: true`
  if (by.some((other) => gateOf(release, other)?.locked)) return first
  return `${first}, or set ${by.map((other) => `${other}: false`).join(', ')}`
}

function unknownGate(release: Release, { name, meant }: Of<'unknown'>): Problem {
  const former = formerGate(release, name)
  const later = releases.find((other) => gateOf(other, name) !== undefined)
  const span = former === undefined ? later && `added in ${later}` : removal(former)
  const known = former?.renamedTo !== undefined && gateOf(release, former.renamedTo) !== undefined
  return {
    reason: 'FeatureGateUnknown',
    message:
      span === undefined
        ? ofRelease`unknown feature gate in ${here(release)}`
        : ofRelease`unknown feature gate in ${here(release)} (${span})`,
    remedy: known ? `write ${former.renamedTo}` : meant === undefined ? 'remove it' : `did you mean ${meant}?`,
  }
}

function removal({ removedIn, since, on, stage, renamedTo }: FormerGate): string {
  if (renamedTo !== undefined) return `renamed to ${renamedTo} in ${removedIn}`
  if (since === undefined) return `removed in ${removedIn}, ${on ? 'on' : 'off'} and ${stage} before`
  return `removed in ${removedIn}, ${since === 'always-on' ? 'always on' : 'always off'} since then`
}
