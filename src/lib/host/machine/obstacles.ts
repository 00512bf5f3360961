import type { HostQuestion } from '../../ports/host/host-looks.ts'
import type { ObstacleQuestion } from '../../ports/host/machine.ts'
import { folderView } from './folder-view.ts'
import { remembering } from './host-view.ts'
import { looksAt } from './looks.ts'
import type { ObstacleFact } from './obstacle-fact.ts'

/** What of a document this host cannot provide. `root`: where the root folder of the host is. */
export async function obstaclesOn(
  root: string,
  { document, release, mainPid }: HostQuestion & Pick<ObstacleQuestion, 'mainPid'>,
): Promise<readonly ObstacleFact[]> {
  const looks = await looksAt(remembering(folderView(root)), { document, release, kubelet: mainPid })
  return looks.flatMap(({ outcome }) => (outcome.kind === 'notMet' ? [outcome.fact as ObstacleFact] : []))
}
