import { fileSubject, nodeSubject } from '../../message/fact.ts'
import { serviceAccountOf } from '../identity/service-account.ts'
import type { RunsAs } from '../installation/installation.ts'
import {
  AgentNameTooLong,
  DiskFull,
  FolderNotWritable,
  FolderOfOthers,
  InodesUsedUp,
  type InstallationProblem,
  NodeAbsent,
  NodeOfOtherMachine,
  NotTheExecutable,
  ProgramMissing,
} from '../installation/installation-messages.ts'
import { agentUnitPath, type Places } from '../installation/places.ts'
import { folderOf } from '../installation/wanted-files.ts'
import type { NodeMachine } from '../ports/enrollment.ts'
import type { SystemFiles } from '../ports/system-files.ts'
import type { MachineFacts } from './install-world.ts'

/** For checkpoints, copies of the node's files, and a second executable while one is replaced. */
const spareBytes = 64 * 2 ** 20

interface Asked {
  readonly machine: MachineFacts
  readonly files: SystemFiles
  readonly places: Places
  readonly runsAs: RunsAs
  /** Where files of the kubelet are written. */
  readonly kubeletFolders: readonly string[]
}

/** What keeps an agent from being installed on this machine, whatever its cluster says. */
export async function machineProblems(asked: Asked): Promise<readonly InstallationProblem[]> {
  const { machine, files, places, runsAs, kubeletFolders } = asked
  const ofService = runsAs === 'service' ? [places.binFolder, folderOf(agentUnitPath)] : []
  const folders = new Set([places.stateFolder, ...ofService, ...kubeletFolders])
  const writable = await Promise.all([...folders].map((folder) => folderProblem(files, folder)))
  const own = new Set([places.stateFolder, ...ofService])
  const shared = await Promise.all([...own].map((folder) => sharedProblem(files, folder)))
  return [
    ...(runsAs === 'service' && machine.executable === undefined ? [NotTheExecutable()] : []),
    ...machine.missingPrograms.map((program) => ProgramMissing({ program })),
    ...writable.flat(),
    ...shared.flat(),
    ...(await roomProblem(asked)),
    ...(await inodeProblem(asked)),
  ]
}

async function folderProblem(files: SystemFiles, folder: string): Promise<readonly InstallationProblem[]> {
  const errno = await files.whyNotWritable(folder)
  return errno === undefined ? [] : [FolderNotWritable({ subject: fileSubject(folder), errno })]
}

/** Whoever can replace what root runs or believes is root. */
async function sharedProblem(files: SystemFiles, folder: string): Promise<readonly InstallationProblem[]> {
  const found = await files.whoElseWrites(folder)
  if (found === undefined) return []
  return [FolderOfOthers({ subject: fileSubject(folder), found })]
}

async function roomProblem({ machine, files, places, runsAs }: Asked): Promise<readonly InstallationProblem[]> {
  const { executable } = machine
  const rooms = [
    ...(runsAs === 'service'
      ? [[places.binFolder, (executable === undefined ? 0 : await files.bytesOf(executable)) + spareBytes] as const]
      : []),
    [places.stateFolder, spareBytes] as const,
  ]
  const problems = rooms.map(async ([folder, neededBytes]): Promise<readonly InstallationProblem[]> => {
    const freeBytes = await files.freeBytes(folder)
    return freeBytes >= neededBytes ? [] : [DiskFull({ subject: fileSubject(folder), freeBytes, neededBytes })]
  })
  return (await Promise.all(problems)).flat()
}

/** Checkpoints, the journal and their temporary files. */
const spareInodes = 100

async function inodeProblem({ files, places: { stateFolder } }: Asked): Promise<readonly InstallationProblem[]> {
  const free = await files.freeInodes(stateFolder)
  return free >= spareInodes ? [] : [InodesUsedUp({ subject: fileSubject(stateFolder), free, needed: spareInodes })]
}

/** Whether a Node is this machine: only then may an agent here write to it. */
export function nodeProblems(
  name: string,
  node: NodeMachine | undefined,
  { machineId, bootId, runsAs }: Pick<MachineFacts, 'machineId' | 'bootId'> & { readonly runsAs: RunsAs },
): readonly InstallationProblem[] {
  const subject = nodeSubject(name)
  if (runsAs === 'service' && serviceAccountOf(name) === undefined) return [AgentNameTooLong({ subject })]
  if (node === undefined) return [NodeAbsent({ subject })]
  // After a boot, until the kubelet has started, only the machine is the same; after machine-id was written, only the boot.
  const isThis = node.machineId === machineId || node.bootId === bootId
  return isThis ? [] : [NodeOfOtherMachine({ subject })]
}
