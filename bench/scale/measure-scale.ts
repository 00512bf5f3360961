import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Api } from '../../test/cluster/api.ts'
import { type Fleet, fill, stopControllers } from '../../test/cluster/scale/fill.ts'
import { startKubelets } from '../../test/cluster/scale/kubelets.ts'
import { nodeName, poolLabel } from '../../test/cluster/scale/objects.ts'
import { goalOf } from '../goals.ts'
import type { Programs } from '../programs.ts'
import type { Command } from '../row.ts'
import { type CostAtScale, costAtScale } from './cost-at-scale.ts'

export interface AtScale extends CostAtScale {
  readonly what: string
  /** Of the time, to that of the first row. */
  readonly ratio: number
  readonly goal: number | undefined
}

export interface ScaleFigures {
  readonly fleet: Fleet
  readonly fillSeconds: number
  /** The first is what the others are compared with. */
  readonly rows: readonly AtScale[]
}

/** Fills the API server of the test cluster, where nodesize is installed, and runs each command once. */
export async function measureScale(programs: Programs, fleet: Fleet, folder: string): Promise<ScaleFigures> {
  await stopControllers()
  using api = await Api.open()
  const started = performance.now()
  await fill(api, fleet)
  await using _ = await startKubelets(api, nodeName(0).slice(0, -5))
  const fillSeconds = (performance.now() - started) / 1000
  const rows: AtScale[] = []
  for (const [what, command] of await commands(programs, folder)) {
    const cost = await costAtScale(command)
    const ratio = cost.seconds / (rows[0]?.seconds ?? cost.seconds)
    rows.push({ what, ...cost, ratio, goal: goalOf(`scale: ${what}`) })
  }
  return { fleet, fillSeconds, rows }
}

async function commands(
  { kubeletcfg, nodesize }: Programs,
  folder: string,
): Promise<readonly (readonly [what: string, command: Command])[]> {
  const raw = [process.execPath, join(import.meta.dirname, 'raw-reads.js'), process.env['KUBECONFIG'] ?? '']
  const file = join(folder, 'sizes.json')
  await writeFile(file, JSON.stringify(sizes))
  const one = nodeName(0)
  return [
    ['kubectl get pods -A', ['kubectl', 'get', 'pods', '--all-namespaces']],
    ['pods, page by page, unread', [...raw, '/api/v1/pods']],
    ['kubectl get nodes', ['kubectl', 'get', 'nodes']],
    ['nodesize get', nodesize('get')],
    ['nodesize get NODE', nodesize('get', one)],
    ['nodesize top', nodesize('top')],
    ['nodesize set NODE', nodesize('set', one, '--cpu', '40')],
    ['nodesize set -l, of one node in 16', nodesize('set', '-l', `${poolLabel}=pool-1`, '--cpu', '40')],
    ['nodesize apply --dry-run=client', nodesize('apply', '-f', file, '--dry-run=client')],
    ['nodesize apply, of one node in 16', nodesize('apply', '-f', file)],
    ['nodesize reconcile --once', nodesize('reconcile', '--once')],
    ['completion of NODE', nodesize('__complete', '--', 'set', one.slice(0, -2))],
    ['kubeletcfg list', kubeletcfg('list')],
  ]
}

/** A pool gets other sizes; two others have them. */
const sizes = {
  apiVersion: 'kubeletcfg.dev/v1alpha1',
  kind: 'NodeSizeConfiguration',
  sizes: [
    { nodeSelector: { [poolLabel]: 'pool-1' }, cpu: '40' },
    { nodeSelector: { [poolLabel]: 'pool-2' }, cpu: '32', memory: '128Gi' },
  ],
}
