import type { KubeletSetup } from '../../kubelet/layout/setup.ts'
import { fileSubject } from '../../message/fact.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Installation, InstalledPlace } from '../installation/installation.ts'
import { InstallationUnclear } from '../installation/installation-messages.ts'
import { modeOfLeftovers, type Trace, type UnitTrace, unitTraceIn } from '../installation/place-of-leftovers.ts'
import {
  agentUnitPath,
  configDropInPath,
  executablePath,
  type Places,
  recordPath,
  rescueDropInPath,
} from '../installation/places.ts'
import { stepPlace } from './install-world.ts'
import { refusal } from './survey-node.ts'
import type { UninstallWorld } from './uninstall-world.ts'

/** An installation whose record is lost. */
export interface Traced {
  readonly installation: Installation
  /** The files that show its apply mode. */
  readonly by: readonly string[]
  /** What may be its own, and what is not removed, because nothing shows that. */
  readonly left: readonly string[]
}

/**
 * Without a readable record: what was installed here, by the unit, the drop-ins and the live files that are there; undefined
 * without any. Rejects with Failure 'refused' that names the files which contradict each other. Writes nothing.
 */
export async function findLeftovers(
  world: UninstallWorld,
  places: Places,
  limits: Limits,
): Promise<Traced | undefined> {
  const { files } = world
  const hasFolder = (await files.missingFolders(places.stateFolder)).length === 0
  const unitText = await files.readText(agentUnitPath)
  if (!hasFolder && unitText === undefined) return undefined
  const found = await world.discover(limits)
  if ('refused' in found) throw refusal([found.refused])
  const { setup } = found
  const unit = unitText === undefined ? undefined : unitTraceIn(unitText)
  const mode = modeOfLeftovers(await leftoversOf(world, { unit, setup, stateFolder: places.stateFolder }))
  if (mode.kind === 'unclear') throw unclear(places, mode.paths)
  // Where no mode has left a trace, the file of the kubelet is its own, and stays as it is.
  const place = await placeFor(world, { mode: mode.kind === 'none' ? 'file' : mode.mode, setup }, limits)
  if (place === undefined) throw unclear(places, mode.kind === 'none' ? setup.unitFiles : mode.by)
  const executable = unit?.executable ?? executablePath(places)
  return {
    installation: {
      ...{ schemaVersion: 1, state: 'uninstalling', version: '', place },
      runsAs: unit === undefined ? 'pod' : 'service',
      node: unit?.node ?? '',
      namespace: unit?.namespace ?? '',
      kubeletUnit: setup.unit,
      kubeletRoot: setup.rootDir,
      files: await thoseThere(world, [
        ...(place.mode === 'unit' ? [world.livePath(place)] : []),
        rescueDropInPath(setup.unit),
        configDropInPath(setup.unit),
        agentUnitPath,
      ]),
      folders: [places.stateFolder],
    },
    by: mode.kind === 'none' ? [] : mode.by,
    left: await thoseThere(world, [executable]),
  }
}

async function thoseThere({ files }: UninstallWorld, paths: readonly string[]): Promise<readonly string[]> {
  const missing = await Promise.all(paths.map((path) => files.missingFolders(path)))
  return paths.filter((_, index) => missing[index]!.length === 0)
}

const unclear = (places: Places, paths: readonly string[]) =>
  refusal([InstallationUnclear({ subject: fileSubject(recordPath(places)), paths })])

interface Seen {
  readonly unit: UnitTrace | undefined
  readonly setup: KubeletSetup
  readonly stateFolder: string
}

async function leftoversOf(world: UninstallWorld, { unit, setup, stateFolder }: Seen): Promise<readonly Trace[]> {
  const modes: readonly InstalledPlace['mode'][] = ['file', 'drop-in', 'unit']
  const dropIn = configDropInPath(setup.unit)
  const siblings = modes.map(async (mode): Promise<readonly Trace[]> => {
    const place = stepPlace(mode, setup)
    const path = place && world.traceOf(place)
    return path !== undefined && (await world.files.readText(path)) !== undefined ? [{ mode, path }] : []
  })
  return [
    ...(unit?.mode === undefined ? [] : [{ mode: unit.mode, path: agentUnitPath }]),
    ...((await world.files.readText(dropIn)) === undefined ? [] : [{ mode: 'unit' as const, path: dropIn }]),
    ...(await Promise.all(siblings)).flat(),
    ...(await world.liveLeftovers(stateFolder)),
  ]
}

async function placeFor(
  world: UninstallWorld,
  { mode, setup }: { mode: InstalledPlace['mode']; setup: KubeletSetup },
  limits: Limits,
): Promise<InstalledPlace | undefined> {
  // The flags of the kubelet lead to our own file by now.
  return stepPlace(mode, mode === 'unit' ? { ...setup, config: await world.ownConfig(setup, limits) } : setup)
}
