import type { ApplyModeName } from '../../kubelet/layout/apply-mode.ts'
import { configIn, type KubeletSetup } from '../../kubelet/layout/setup.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeAccess } from '../host/kubelet/node-access.ts'
import { otherUnitFiles } from '../host/kubelet/other-unit-files.ts'
import { liveLeftovers } from '../host/live-config/live-leftovers.ts'
import type { LivePlace } from '../host/live-config/open-live-file.ts'
import { systemFiles } from '../host/system-files.ts'
import { readRecord } from '../install/read-record.ts'
import { type InstallationFact, InstallationUnclear } from '../installation/installation-messages.ts'
import { type ModeFound, modeOfLeftovers, type Trace } from '../installation/place-of-leftovers.ts'
import { configDropInPath, recordPath, usualPlaces } from '../installation/places.ts'
import { InstallationLost, type LoopFact } from '../loop/loop-messages.ts'

/** What an installation has made of this machine, as far as its agent has to know. */
export interface InstalledHere {
  /** undefined: that is still to be chosen. */
  readonly place: LivePlace | undefined
  /** Whether the drop-in of the rescue is ours. */
  readonly isInstalled: boolean
  /** The record cannot be used. */
  readonly lost: LoopFact | undefined
}

interface Machine {
  readonly stateFolder: string
  readonly applyMode: ApplyModeName | 'auto'
  readonly setup: KubeletSetup
  readonly node: NodeAccess
}

/**
 * The flags of the kubelet may lead to our own file by now; the record has what they were. Without a record that can be read,
 * the mode is the one of the agent's unit, or the one that has left traces, as for an uninstall. The record stays where it is: a
 * new installation must not take this machine for one that never had any. Rejects with Failure 'refused' when the traces
 * contradict each other.
 */
export async function installedHere(machine: Machine, limits: Limits): Promise<InstalledHere> {
  const places = { ...usualPlaces, stateFolder: machine.stateFolder }
  const found = await readRecord(systemFiles, places)
  switch (found.kind) {
    case 'none':
      return { place: undefined, isInstalled: false, lost: undefined }
    case 'installation': {
      const { place, state } = found.installation
      return { place, isInstalled: state !== 'uninstalling', lost: undefined }
    }
    case 'newer':
    case 'damaged': {
      const path = recordPath(places)
      const lost: LoopFact = InstallationLost({ subject: fileSubject(path) })
      return { place: await tracedPlace(machine, path, limits), isInstalled: true, lost }
    }
  }
}

/** undefined where no mode has left a trace: the file of the kubelet is still its own. */
async function tracedPlace(machine: Machine, record: string, limits: Limits): Promise<LivePlace | undefined> {
  const { setup, node } = machine
  const unclear = (paths: readonly string[]): Failure<InstallationFact> =>
    new Failure('refused', InstallationUnclear({ subject: fileSubject(record), paths }))
  const found = await modeOn(machine, limits)
  if (found.kind === 'unclear') throw unclear(found.paths)
  if (found.kind === 'none') return undefined
  const { mode } = found
  if (mode === 'drop-in') return setup.configDir === undefined ? undefined : { mode, folder: setup.configDir }
  if (mode === 'file') return setup.config === undefined ? undefined : { mode, config: setup.config }
  const config = configIn(await otherUnitFiles(node, setup, { without: configDropInPath(setup.unit), limits }))
  if (config === undefined) throw unclear(setup.unitFiles)
  return { mode, config }
}

async function modeOn(machine: Machine, limits: Limits): Promise<ModeFound> {
  const { applyMode } = machine
  return applyMode === 'auto'
    ? modeOfLeftovers(await leftoversOn(machine, limits))
    : { kind: 'mode', mode: applyMode, by: [] }
}

async function leftoversOn({ stateFolder, setup, node }: Machine, limits: Limits): Promise<readonly Trace[]> {
  const dropIn = configDropInPath(setup.unit)
  const hasDropIn = (await node.read(dropIn, limits)) !== undefined
  return [...(hasDropIn ? [{ mode: 'unit' as const, path: dropIn }] : []), ...(await liveLeftovers(stateFolder))]
}
