import type { Effective } from '../defaults/effective.ts'
import { gateOf } from '../gates/gate.ts'
import type { GateProblem } from '../gates/resolve.ts'
import { similarGate } from '../gates/similar.ts'
import { here, ofRelease } from '../model/message.ts'
import { keyPath } from '../model/path.ts'
import { after, compareReleases, type Release, releases } from '../model/releases.ts'
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
    meaning: 'Same as V01: the kubelet checks the feature gates a second time.',
    source: validation,
    unbreakable: 'V01 reports the same problems first',
    check: () => [],
  },
]

function describe(config: Effective, problem: GateProblem): Problem {
  const written = config.map('featureGates').get(problem.name)
  const place = { path: keyPath('featureGates', problem.name), ...(written !== undefined && { at: written }) }
  switch (problem.kind) {
    case 'unknown':
      return { ...place, ...unknownGate(config, problem.name) }
    case 'locked':
      return {
        ...place,
        reason: 'FeatureGateLocked',
        message: ofRelease`the feature gate is locked to ${problem.on} in ${here(config.release)} (${problem.stage})`,
        remedy: 'remove it',
      }
    case 'needs':
      return {
        ...place,
        reason: 'FieldValueForbidden',
        message: `the feature gate is on${written === undefined ? ' by default' : ''}, but needs ${problem.needs}, which is off`,
        remedy: remedyForNeed(config.release, problem),
      }
  }
}

/** A locked gate cannot be disabled as well. */
function remedyForNeed(release: Release, { name, needs }: { readonly name: string; readonly needs: string }): string {
  if (gateOf(release, name)?.locked) return `set featureGates.${needs}: true, or remove it`
  return `set featureGates.${name}: false as well, or ${needs}: true`
}

function unknownGate({ release }: Effective, name: string): Problem {
  const others = releases.filter((other) => gateOf(other, name) !== undefined)
  const last = others.at(-1)
  if (last === undefined)
    return {
      reason: 'FeatureGateUnknown',
      message: ofRelease`unknown feature gate in ${here(release)}`,
      remedy: spelling(release, name) ?? 'remove it',
    }
  const span = compareReleases(last, release) < 0 ? `removed in ${after(last)}` : `added in ${others[0]}`
  return {
    reason: 'FeatureGateUnknown',
    message: ofRelease`unknown feature gate in ${here(release)} (${span})`,
    remedy: 'remove it',
  }
}

function spelling(release: Release, name: string): string | undefined {
  const best = similarGate(release, name)
  return best === undefined ? undefined : `did you mean ${best}?`
}
