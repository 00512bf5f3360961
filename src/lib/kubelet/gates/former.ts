import { formerGates } from '../data/former-gates.ts'
import { gates } from '../data/gates.ts'
import { after, compareReleases, type Release, releases } from '../model/releases.ts'
import { type Gate, type GateStage, gateOf } from './gate.ts'

/** A gate that was removed, in the last release that had it. */
export interface FormerGate extends Pick<Gate, 'on' | 'stage' | 'locked'> {
  /** Such as `1.26`, which may be older than all known releases. */
  readonly removedIn: string
  /**
   * What became of the feature. A gate that is removed after GA leaves its feature as it is; of a gate that never got there,
   * nothing is known.
   */
  readonly since: 'always-on' | 'always-off' | undefined
  /** Its later name. */
  readonly renamedTo: string | undefined
}

/** Names that a later release gave to the same feature. */
const renamed: Readonly<Record<string, string>> = {
  CSIMigrationAWSComplete: 'InTreePluginAWSUnregister',
  CSIMigrationAzureDiskComplete: 'InTreePluginAzureDiskUnregister',
  CSIMigrationAzureFileComplete: 'InTreePluginAzureFileUnregister',
  CSIMigrationGCEComplete: 'InTreePluginGCEUnregister',
  CSIMigrationOpenStackComplete: 'InTreePluginOpenStackUnregister',
  CSIMigrationvSphereComplete: 'InTreePluginvSphereUnregister',
  csiMigrationRBD: 'CSIMigrationRBD',
  PodHasNetworkCondition: 'PodReadyToStartContainersCondition',
  UserNamespacesStatelessPodsSupport: 'UserNamespacesSupport',
}

/** Whether any release since 1.20 has a gate of this name. */
export const isGateSomewhere = (name: string): boolean => Object.hasOwn(gates, name) || beforeKnown().has(name)

/** A gate that a release does not know, but an older one did, back to 1.20; undefined: none did, or the release knows it. */
export function formerGate(release: Release, name: string): FormerGate | undefined {
  const last = Object.hasOwn(gates, name) ? lastKnown(release, name) : beforeKnown().get(name)
  if (last === undefined) return undefined
  const { removedIn, on, stage, locked } = last
  const renamedTo = Object.hasOwn(renamed, name) ? renamed[name] : undefined
  return { removedIn, on, stage, locked, since: fateOf(last), renamedTo }
}

type Last = Omit<FormerGate, 'since' | 'renamedTo'>

const fateOf = ({ on, stage }: Last): FormerGate['since'] => {
  if (stage === 'ga' && on) return 'always-on'
  return !on && (stage === 'ga' || stage === 'deprecated') ? 'always-off' : undefined
}

function lastKnown(release: Release, name: string): Last | undefined {
  const had = releases.filter((other) => gateOf(other, name) !== undefined)
  const last = had.at(-1)
  if (last === undefined || compareReleases(last, release) >= 0) return undefined
  return { ...gateOf(last, name)!, removedIn: after(last) }
}

const parsed = new Map<string, Last>()

/** Parsed when the first unknown gate is looked up. */
function beforeKnown(): ReadonlyMap<string, Last> {
  if (parsed.size > 0) return parsed
  for (const [row, names] of Object.entries(formerGates)) {
    const [last = '', on, stage, locked] = row.split(' ')
    const gate = { removedIn: nextMinor(last), on: on === 'on', stage: stage as GateStage, locked: locked === 'locked' }
    for (const name of names.split(' ')) parsed.set(name, gate)
  }
  return parsed
}

const nextMinor = (release: string): string => `1.${Number(release.slice(2)) + 1}`
