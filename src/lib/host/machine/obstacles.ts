import { Effective } from '../../kubelet/defaults/effective.ts'
import type { ObstacleQuestion } from '../../ports/host/machine.ts'
import { capacityObstacles } from './capacity-obstacles.ts'
import { HostRoot } from './host-root.ts'
import { kernelObstacles } from './kernel-obstacles.ts'
import type { ObstacleFact } from './obstacle-fact.ts'
import { pathObstacles } from './path-obstacles.ts'
import { portObstacles } from './port-obstacles.ts'

/** What of a document this host cannot provide. `root`: where the root folder of the host is. */
export async function obstaclesOn(
  root: string,
  { document, release, mainPid }: ObstacleQuestion,
): Promise<readonly ObstacleFact[]> {
  const [config, host] = [new Effective(document, release), new HostRoot(root)]
  return [
    ...(await pathObstacles(config, host)),
    ...(await portObstacles(config, mainPid, host)),
    ...(await kernelObstacles(config, host)),
    ...(await capacityObstacles(config, host)),
  ]
}
