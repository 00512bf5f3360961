import { type ApplyModeName, chooseApplyMode } from '../../kubelet/layout/apply-mode.ts'
import type { LayoutCare, LayoutRefusal } from '../../kubelet/layout/layout-messages.ts'
import type { KubeletSetup, SetupFound } from '../../kubelet/layout/setup.ts'
import { oldest, type Release, releaseOfKubelet, releases } from '../../kubelet/model/releases.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Limits } from '../../ports/limits.ts'
import {
  type InstallationFact,
  InstallationNewer,
  type InstallationProblem,
  InstallationUnreadable,
  KubeletStandalone,
  NotRoot,
} from '../installation/installation-messages.ts'
import { dropInFolder, type Places, recordPath, rescueDropInPath } from '../installation/places.ts'
import { type DecisionFact, RescueNotConnected } from '../model/agent-messages.ts'
import type { SystemFiles } from '../ports/system-files.ts'
import { machineProblems } from './check-machine.ts'
import type { MachineFacts } from './install-world.ts'
import { readRecord } from './read-record.ts'

/** Whether an agent works on a machine, and why. */
export interface Diagnosis {
  readonly verdict: 'works' | 'with-care' | 'refused'
  /** undefined: no kubelet was found that an agent could work with. */
  readonly setup: KubeletSetup | undefined
  readonly kubeletVersion: string | undefined
  readonly applyMode: ApplyModeName | undefined
  /** Each keeps an agent from working here. */
  readonly problems: readonly (LayoutRefusal | InstallationProblem | Fact)[]
  /** What to take care of. */
  readonly care: readonly (LayoutCare | DoctorFact | RescueFact | RecordFact)[]
}

/** What the machine and the version of its kubelet mean for an agent. */
export type DoctorFact =
  | FactOf<typeof OwnKubeletNewer>
  | FactOf<typeof OwnKubeletOlder>
  | FactOf<typeof ClockNotSynchronized>

/** As the agent reports it. */
type RescueFact = Extract<DecisionFact, { reason: 'RescueNotConnected' }>

type RecordFact = Extract<InstallationFact, { reason: 'InstallationUnreadable' | 'InstallationNewer' }>

export interface Patient {
  readonly machine: MachineFacts
  readonly files: SystemFiles
  readonly places: Places
  discover(limits: Limits): Promise<SetupFound>
  kubeletVersion(unit: string, limits: Limits): Promise<string>
  /** Why the unit would not run the rescue of an installation; undefined: it would. */
  rescueProblem(rescue: InstalledRescue, limits: Limits): Promise<{ readonly because: Fact } | undefined>
  /** Whether the clock follows another one; undefined when that cannot be known. */
  clockSynchronized(limits: Limits): Promise<boolean | undefined>
}

export interface InstalledRescue {
  readonly unit: string
  readonly stateFolder: string
  readonly dropInPath: string
}

/** Looks at this machine, and changes nothing. Rejects only with 'interrupted'. */
export async function diagnose(patient: Patient, limits: Limits): Promise<Diagnosis> {
  const { machine, files, places } = patient
  const rights: InstallationProblem[] = machine.isRoot ? [] : [NotRoot()]
  const found = await orFailure(patient.discover(limits))
  if (found instanceof Failure) return refused(rights, found.fact)
  if ('refused' in found) return refused(rights, found.refused)
  const { setup } = found
  const version = await orFailure(patient.kubeletVersion(setup.unit, limits))
  const release = version instanceof Failure ? undefined : releaseOfKubelet(version)?.release
  const choice = chooseApplyMode(setup, 'auto', release ?? oldest)
  const kubeletFolders = [dropInFolder(setup.unit)]
  const own = await machineProblems({ machine, files, places, kubeletFolders, runsAs: 'service' })
  const problems = [
    ...rights,
    ...(version instanceof Failure ? [version.fact] : []),
    ...('refused' in choice ? [choice.refused] : []),
    ...(setup.kubeconfig === undefined ? [KubeletStandalone()] : []),
    // Only an installation needs the executable.
    ...own.filter(({ reason }) => reason !== 'NotTheExecutable'),
  ]
  const isSynchronized = await orFailure(patient.clockSynchronized(limits))
  const care = [
    ...found.care,
    ...(version instanceof Failure ? [] : versionCare(version)),
    ...(await installationCare(patient, setup.unit, limits)),
    ...(isSynchronized === false ? [ClockNotSynchronized()] : []),
  ]
  return {
    verdict: problems.length > 0 ? 'refused' : care.length > 0 ? 'with-care' : 'works',
    setup,
    kubeletVersion: version instanceof Failure ? undefined : version,
    applyMode: 'mode' in choice ? choice.mode : undefined,
    problems,
    care,
  }
}

/** Without an installation that is done, nothing is missing. */
async function installationCare(
  { machine, files, places, rescueProblem }: Patient,
  unit: string,
  limits: Limits,
): Promise<readonly (RescueFact | RecordFact)[]> {
  // Only root may read it.
  const found = machine.isRoot ? await readRecord(files, places) : undefined
  const subject = fileSubject(recordPath(places))
  if (found?.kind === 'damaged') return [InstallationUnreadable({ subject })]
  if (found?.kind === 'newer') return [InstallationNewer({ subject })]
  if (found?.kind !== 'installation' || found.installation.state !== 'installed') return []
  const rescue = { unit, stateFolder: places.stateFolder, dropInPath: rescueDropInPath(unit) }
  const problem = await orFailure(rescueProblem(rescue, limits))
  if (problem === undefined) return []
  return [RescueNotConnected({ because: problem instanceof Failure ? problem.fact : problem.because })]
}

const refused = (rights: readonly InstallationProblem[], because: Fact): Diagnosis => ({
  verdict: 'refused',
  ...{ setup: undefined, kubeletVersion: undefined, applyMode: undefined },
  problems: [...rights, because],
  care: [],
})

const orFailure = <T>(work: Promise<T>): Promise<T | Failure> =>
  work.catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'interrupted') return error
    throw error
  })

/** Documents are then checked by the rules of the nearest release that is known. */
function versionCare(version: string): readonly DoctorFact[] {
  const known = releaseOfKubelet(version)
  if (known === undefined) return [OwnKubeletOlder({ version, release: releases[0] })]
  return known.newerThanKnown ? [OwnKubeletNewer({ version, release: known.release })] : []
}

export const OwnKubeletNewer = message(
  'OwnKubeletNewer',
  ({ version, release }: { version: string; release: Release }) =>
    `kubelet ${version} is newer than this program: documents are validated as for ${release}`,
)

export const OwnKubeletOlder = message(
  'OwnKubeletOlder',
  ({ version, release }: { version: string; release: Release }) =>
    `kubelet ${version} is older than ${release}: documents are validated as for ${release}`,
)

/** No service sets the clock of the machine. */
export const ClockNotSynchronized = message('ClockNotSynchronized', () => ({
  said: 'the clock of this machine is not synchronized: times that its agent reports may be wrong',
  hints: ['start a time service, such as systemd-timesyncd or chrony; timedatectl shows its state'],
}))
