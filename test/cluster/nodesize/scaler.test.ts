import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { cpuOf } from '../../../src/lib/quantity/cpu.ts'
import { runProcess } from '../../support/run-process.ts'
import { applyObjects } from '../kubectl.ts'
import { podStatus } from '../pods.ts'
import { until } from '../until.ts'
import { allocatableOf } from './allocatable.ts'
import { keepInstalled } from './installation.ts'
import { type PackedLibrary, packedLibrary } from './packed-library.ts'
import { sizeOf } from './sizes.ts'
import { removeWorkload, workload } from './workload.ts'

keepInstalled()

let library: PackedLibrary
beforeAll(async () => {
  library = await packedLibrary()
})
afterAll(async () => {
  await removeWorkload({ name: 'scaler-load' })
  await library[Symbol.asyncDispose]()
})

const cpuOfNode = async (): Promise<bigint> => cpuOf((await sizeOf('node-a')).size.cpu)

test('the example of the packed library follows what pods request, and disturbs none', async () => {
  const { cpu: allocatable } = await allocatableOf('node-a')
  const requested = cpuOf((await sizeOf('node-a')).requested.cpu)
  const load = allocatable / 2n
  const { PATH, HOME, KUBECONFIG } = process.env
  let said: Said = { pid: 0, stdout: '' }
  const onOutput = (output: Said): void => {
    said = output
  }
  const scaler = runProcess(
    process.execPath,
    [join(library.folder, 'examples/scaler.mjs'), 'node-a', '--spare-cpu=200m', '--interval=300'],
    { env: { PATH, HOME, KUBECONFIG }, onOutput },
  )
  await until(async () => (await cpuOfNode()) === requested + 200n, 'the node does not shrink to what is requested')
  await applyObjects([workload({ name: 'scaler-load', node: 'node-a', cpu: `${load}m` })])
  await until(async () => (await podStatus('scaler-load')).phase === 'Running', 'the pod that waits gets no room')
  await until(async () => (await cpuOfNode()) === requested + load + 200n, 'the node has not grown by the pod')
  await removeWorkload({ name: 'scaler-load' })
  await until(async () => (await cpuOfNode()) === requested + 200n, 'the node does not shrink again')
  // A node has its size before the command that gave it has ended.
  await until(async () => changesIn(said.stdout) >= 3, 'the example has not said what it changed')
  process.kill(said.pid, 'SIGTERM')
  const ran = await scaler
  expect({ exit: ran.exit, stderr: ran.stderr }).toEqual({ exit: 0, stderr: '' })
}, 120_000)

interface Said {
  readonly pid: number
  readonly stdout: string
}

const changesIn = (stdout: string): number => stdout.split('\n').filter((line) => line.includes('"after":')).length
