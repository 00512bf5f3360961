import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubectl } from '../cluster/kubectl.ts'
import { removeDocuments } from '../cluster/kubeletcfg/documents.ts'
import { removeInstallations, unlabelNodes } from '../cluster/nodesize/installation.ts'
import { startRealSide } from '../contract/real-subject.ts'
import { commandsWith } from './commands.ts'
import { giveJaneEveryRight, kubeconfigOfJane, takeJanesRights } from './jane.ts'
import { giveNodesTheirOwnSize, giveNodesTheSize } from './node-size.ts'
import { nodeNames } from './nodes.ts'
import type { Stage } from './stage.ts'

/** The cluster of KUBECONFIG, with nodes as large as those of the sandbox, and nothing on them. All is put back in the end. */
export async function startClusterStage(): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const side = await startRealSide()
  stack.defer(side.close)
  stack.defer(() => giveNodesTheirOwnSize(side))
  await giveNodesTheSize(side)
  stack.defer(clear)
  await clear()
  stack.defer(() => takeJanesRights(side))
  await giveJaneEveryRight(side)
  const admins = await kubectl(['config', 'view', '--raw', '--minify', '--flatten', '--output=json'])
  const login = await kubeconfigOfJane(admins, await mkdtemp(join(tmpdir(), 'jane-')))
  const begun = stack.move()
  return { ...side, run: commandsWith(login), close: () => begun.disposeAsync() }
}

/** Takes away whatever others, or we, have left. */
async function clear(): Promise<void> {
  await removeDocuments()
  await removeInstallations()
  await unlabelNodes(...nodeNames)
  await kubectl(['delete', 'pod', '--all', '--all-namespaces', '--force', '--grace-period=0'])
}
