import { folderView } from '../../../host-check/folder-view.ts'
import type { HostQuestion } from '../../../host-check/host-looks.ts'
import { remembering } from '../../../host-check/host-view.ts'
import { looksAt } from '../../../host-check/looks.ts'
import type { ObstacleFact } from '../../../host-check/obstacle-messages.ts'
import type { ObstacleQuestion } from '../../ports/machine.ts'

/** What of a document this host cannot provide. `root`: where the root folder of the host is. */
export async function obstaclesOn(
  root: string,
  { document, release, mainPid }: HostQuestion & Pick<ObstacleQuestion, 'mainPid'>,
): Promise<readonly ObstacleFact[]> {
  const looks = await looksAt(remembering(folderView(root)), { document, release, kubelet: mainPid })
  return looks.flatMap(({ outcome }) => (outcome.kind === 'notMet' ? [outcome.fact as ObstacleFact] : []))
}
