import { type Installation, installationText } from '../../agent-installation/installation.ts'
import type { InstallationFact } from '../../agent-installation/installation-fact.ts'
import {
  agentUnit,
  agentUnitPath,
  configDropInPath,
  kubeconfigPath,
  recordPath,
  rescueDropInPath,
  usualPlaces,
} from '../../agent-installation/places.ts'
import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Return, UninstallPlan } from './uninstall.ts'
import type { UninstallWorld } from './uninstall-world.ts'

export interface UninstallOutcome {
  readonly removed: readonly string[]
  readonly restarted: boolean
  readonly warnings: readonly InstallationFact[]
}

/** What the rescue leaves in memory. */
const runtimeFolder = '/run/kubeletcfg'

/**
 * Applies the plan. The node's own configuration comes first: whatever fails later, the kubelet has it. Running it again
 * continues where a failure ended it.
 */
export async function applyUninstall(
  world: UninstallWorld,
  plan: UninstallPlan,
  limits: Limits,
): Promise<UninstallOutcome> {
  const { installation, stateFolder } = plan
  if (installation === undefined) return { removed: [], restarted: false, warnings: [] }
  await note(world, plan, plan.back.restarts ? plan.back : undefined)
  await world.units.disableNow(agentUnit, limits)
  const warnings = await withdraw(world, { installation, stateFolder }, limits)
  const live = await world.live(installation.place, stateFolder)
  if ((await live.read()).content === 'foreign') await live.captureLocal()
  await live.leave()
  const { kubeletUnit } = installation
  const ofUnits = [agentUnitPath, configDropInPath(kubeletUnit), rescueDropInPath(kubeletUnit)]
  const units = await removeFiles(world, ofUnits, installation)
  await world.units.reload(limits)
  if (plan.back.restarts) {
    await restart(world, plan, limits)
    await note(world, plan, undefined)
  }
  const unhealthy = plan.back.restarts ? await healthWarnings(world, installation, limits) : []
  const others = await removeFiles(world, installation.files.toReversed(), installation)
  const folders = await removeFolders(world, { installation, stateFolder })
  return {
    removed: [...units, ...others, ...folders],
    restarted: plan.back.restarts,
    warnings: [...warnings, ...unhealthy],
  }
}

interface Target {
  readonly installation: Installation
  readonly stateFolder: string
}

/** What is still to be done with the kubelet outlives an interruption. */
async function note(
  { files }: UninstallWorld,
  { installation, stateFolder }: UninstallPlan,
  back: Pick<Return, 'stateFiles'> | undefined,
): Promise<void> {
  const path = recordPath({ ...usualPlaces, stateFolder })
  const restart = back && { stateFiles: back.stateFiles }
  const text = installationText({ ...installation!, state: 'uninstalling', restart })
  await files.put({ path, mode: 0o600, content: { kind: 'text', text } })
}

/** The API server may not be there, and must not keep anybody from uninstalling. */
async function withdraw(
  world: UninstallWorld,
  { installation, stateFolder }: Target,
  limits: Limits,
): Promise<readonly InstallationFact[]> {
  const { node } = installation
  if (node === '') return []
  try {
    await world.withdraw(kubeconfigPath({ ...usualPlaces, stateFolder }), node, limits)
    return []
  } catch (error) {
    limits.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return [{ reason: 'NodeNotCleared', subject: nodeSubject(node), because: error.fact }]
  }
}

async function restart(world: UninstallWorld, { installation, back }: UninstallPlan, limits: Limits): Promise<void> {
  const { kubeletUnit, kubeletRoot } = installation!
  const stateFiles = world.stateFiles(kubeletRoot)
  const aside = await stateFiles.names()
  const isPlain = aside.length === 0 && back.stateFiles.length === 0
  await world.kubelet(kubeletUnit).restart(
    isPlain
      ? undefined
      : async () => {
          await stateFiles.putBack()
          await stateFiles.moveAside(back.stateFiles)
          await stateFiles.discard()
        },
    limits,
  )
}

const settleMs = 3_000
const looks = 7

/** A kubelet that cannot start with the node's own files ends within a second. */
async function healthWarnings(
  world: UninstallWorld,
  { kubeletUnit }: Installation,
  limits: Limits,
): Promise<readonly InstallationFact[]> {
  const kubelet = world.kubelet(kubeletUnit)
  let before = await kubelet.state(limits)
  for (let look = 0; look < looks; look++) {
    await world.clock.sleep(settleMs, limits.signal)
    const now = await kubelet.state(limits)
    if (now.mainPid !== 0 && now.mainPid === before.mainPid) return []
    before = now
  }
  return [{ reason: 'KubeletNotHealthyAfterUninstall', subject: { kind: 'Unit', name: kubeletUnit } }]
}

/** Only what install has made. */
async function removeFiles(
  { files }: UninstallWorld,
  paths: readonly string[],
  installation: Installation,
): Promise<readonly string[]> {
  const removed: string[] = []
  for (const path of paths) if (installation.files.includes(path) && (await files.remove(path))) removed.push(path)
  return removed
}

/** The state folder with all that is in it, which is the agent's; any other folder only when it is empty. */
async function removeFolders(
  { files }: UninstallWorld,
  { installation, stateFolder }: Target,
): Promise<readonly string[]> {
  const removed: string[] = []
  for (const folder of [runtimeFolder, stateFolder]) if (await files.removeFolder(folder)) removed.push(folder)
  for (const folder of installation.folders.toReversed())
    if (await files.removeEmptyFolder(folder)) removed.push(folder)
  return removed
}
