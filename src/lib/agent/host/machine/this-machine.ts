import { join } from 'node:path'
import { checkHost } from '../../../host-check/checks.ts'
import { folderView } from '../../../host-check/folder-view.ts'
import type { HostQuestion } from '../../../host-check/host-checks.ts'
import { remembering } from '../../../host-check/host-view.ts'
import type { ObstacleFact } from '../../../host-check/obstacle-messages.ts'
import type { MachineEvidence } from '../../../kubelet/changes/impact/evidence.ts'
import { systemClock } from '../../../machine/clock.ts'
import type { Fact } from '../../../message/fact.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Machine, ObstacleQuestion } from '../../ports/machine.ts'
import { readOptOut } from '../state-folder/opt-out.ts'
import { stateFolderNames } from '../state-folder/state-folder.ts'
import { machineEvidence } from './machine-evidence.ts'
import { momentNow } from './moment.ts'
import { watchFiles } from './watch-files.ts'

export interface ThisMachineOptions {
  /** An open state folder. */
  readonly stateFolder: string
  /** Where the root folder of the host is; `/` outside of a container. */
  readonly root: string
  /** The path of the live file, as the kubelet gets it. */
  readonly livePath: string
  /** The root directory of the kubelet, a path of the host. */
  readonly kubeletRoot: string
  readonly clock?: Pick<Clock, 'after'>
}

const lookEveryMs = 60_000

/** The machine that this process runs on. */
export class ThisMachine implements Machine {
  readonly #of: ThisMachineOptions

  constructor(options: ThisMachineOptions) {
    this.#of = options
  }

  moment = momentNow

  optOut(): ReturnType<Machine['optOut']> {
    return readOptOut(this.#of.stateFolder)
  }

  watch(changed: () => void): () => void {
    const { stateFolder, root, livePath, clock = systemClock } = this.#of
    const { optOut, rescue } = stateFolderNames
    const paths = [join(stateFolder, optOut), join(stateFolder, rescue, 'mark'), join(root, livePath)]
    return watchFiles({ paths, clock, everyMs: lookEveryMs }, changed)
  }

  evidence(): Promise<MachineEvidence> {
    return machineEvidence(this.#of)
  }

  obstacles(question: ObstacleQuestion): Promise<readonly Fact[]> {
    return obstaclesOn(this.#of.root, question)
  }
}

/** What of a document this host cannot provide. `root`: where the root folder of the host is. */
export async function obstaclesOn(
  root: string,
  { document, release, mainPid }: HostQuestion & Pick<ObstacleQuestion, 'mainPid'>,
): Promise<readonly ObstacleFact[]> {
  const looks = await checkHost(remembering(folderView(root)), { document, release, kubelet: mainPid })
  return looks.flatMap(({ outcome }) => (outcome.kind === 'notMet' ? [outcome.fact as ObstacleFact] : []))
}
