import { isRisk, type Risk } from '../../kubelet/changes/disruption.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Installation } from '../installation/installation.ts'
import {
  AgentNotInstalled,
  InstallationDamaged,
  type InstallationFact,
  InstallationNewer,
  NotRoot,
  UninstallNeedsRisk,
} from '../installation/installation-messages.ts'
import { type Places, recordPath } from '../installation/places.ts'
import { readRecord } from './read-record.ts'
import { refusal } from './survey-node.ts'
import { findLeftovers, type Traced } from './uninstall-leftovers.ts'
import { nothing, type Return, returnOf } from './uninstall-return.ts'
import type { UninstallWorld } from './uninstall-world.ts'

export interface UninstallPlan {
  /** undefined: no agent is installed. */
  readonly installation: Installation | undefined
  readonly stateFolder: string
  readonly back: Return
  readonly acceptedRisks: readonly Risk[]
  readonly warnings: readonly InstallationFact[]
  readonly refusal?: Failure | undefined
}

interface Request {
  readonly places: Places
  readonly acceptedRisks: readonly Risk[]
}

/** Looks at what is installed, and decides what its removal requires. Writes nothing. */
export async function planUninstall(
  world: UninstallWorld,
  { places, acceptedRisks }: Request,
  limits: Limits,
): Promise<UninstallPlan> {
  if (!world.machine.isRoot) throw refusal([NotRoot()])
  const { stateFolder } = places
  const record = recordPath(places)
  const reading = await readRecord(world.files, places)
  if (reading.kind === 'newer') throw refusal([InstallationNewer({ subject: fileSubject(record) })])
  const isKnown = reading.kind === 'installation'
  const traced = isKnown ? undefined : await findLeftovers(world, places, limits)
  const installation = isKnown ? reading.installation : traced?.installation
  const common = { installation, stateFolder, acceptedRisks }
  if (installation === undefined) return { ...common, back: nothing, warnings: [AgentNotInstalled()] }
  const back = await returnOf(world, { installation, stateFolder }, limits)
  return {
    ...common,
    back,
    warnings: traced === undefined ? [] : damaged(record, traced),
    refusal: refusalOf(back, acceptedRisks),
  }
}

const damaged = (record: string, { installation, by, left }: Traced): readonly InstallationFact[] => [
  InstallationDamaged({ subject: fileSubject(record), mode: installation.place.mode, by, left }),
]

function refusalOf({ disruption, fields }: Return, accepted: readonly Risk[]): Failure<InstallationFact> | undefined {
  if (!isRisk(disruption) || accepted.includes(disruption)) return undefined
  return new Failure('refused', UninstallNeedsRisk({ disruption, fields }))
}
