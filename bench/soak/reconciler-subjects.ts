import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { configMapPath } from '../../src/lib/api/kinds.ts'
import { bucketOf } from '../../src/lib/sizes/desired/size-bucket.ts'
import type { Programs } from '../programs.ts'
import type { Api } from './api.ts'
import { podOf } from './sandbox-subjects.ts'
import type { Subject } from './soak.ts'

interface Storm {
  readonly api: Api
  readonly nodeName: string
}

const pods = '/api/v1/namespaces/default/pods'

/** What happens to a reconciler, by the name of the row. The node has a balloon. */
const storms: Readonly<Record<string, (storm: Storm, count: number) => Promise<void>>> = {
  'a node': ({ api, nodeName }, count) =>
    api.send('PATCH', `/api/v1/nodes/${nodeName}`, { metadata: { annotations: { soak: `${count}` } } }),
  'a pod made and deleted': async ({ api, nodeName }) => {
    await api.send('POST', pods, podOf('soak-reconciler', nodeName))
    await api.send('DELETE', `${pods}/soak-reconciler?gracePeriodSeconds=0`)
  },
  'a size': ({ api, nodeName }, count) =>
    api.send('PATCH', configMapPath('kube-system', bucketOf(nodeName)), {
      data: { [nodeName]: JSON.stringify({ cpu: `${1_000 + (count % 1_000)}m`, hold: 'size' }) },
    }),
}

export const reconcilerStorms = Object.keys(storms)

/** The reconciler program, elected, on a cluster with balloons. One after the other. */
export async function startReconcilerSubject(
  { nodesize }: Programs,
  { api, storm, port }: { readonly api: Api; readonly storm: string; readonly port: number },
): Promise<Subject & AsyncDisposable> {
  const [program = '', ...args] = nodesize('reconcile', `--metrics-address=127.0.0.1:${port}`)
  const child = spawn(program, args, { stdio: 'ignore' })
  await untilReady(port)
  return {
    what: `reconciler, ${storm}`,
    pid: child.pid!,
    change: (count) => storms[storm]!({ api, nodeName: 'node-a' }, count),
    async [Symbol.asyncDispose]() {
      if (child.kill()) await once(child, 'exit')
    },
  }
}

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(500)
  }
  throw new Error('the reconciler is not ready')
}
