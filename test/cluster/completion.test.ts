import { delimiter } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import pMap from 'p-map'

import packageJson from '../../package.json' with { type: 'json' }
import { startRealSide } from '../contract/real-subject.ts'
import { good } from '../contract/requests.ts'
import type { Side } from '../contract/subject.ts'
import { compileCache } from '../support/compile-cache.ts'
import { runProcess } from '../support/run-process.ts'
import { writeKubeconfig } from './kubeconfig.ts'
import { kubectl } from './kubectl.ts'
import { installPrograms } from './kubeletcfg/programs.ts'

/** A busy machine may take longer than people wait. */
const patient = { NODESIZE_COMPLETION_TIMEOUT: '20s', KUBELETCFG_COMPLETION_TIMEOUT: '20s' }

let programs: string
beforeAll(async () => {
  programs = await installPrograms(...Object.keys(packageJson.bin))
})

/** The answer to a tab, and how long it took. */
async function tab(line: string, env: Readonly<Record<string, string>> = patient) {
  const [program = '', ...words] = line.split(' ')
  const { PATH = '', TMPDIR, HOME, KUBECONFIG } = process.env
  const start = performance.now()
  const path = [programs, PATH].join(delimiter)
  const ran = await runProcess(program, ['__complete', ...words], {
    env: { PATH: path, TMPDIR, HOME, KUBECONFIG, ...compileCache, ...env },
  })
  return { ...ran, ms: performance.now() - start }
}

const answer = (...values: readonly string[]) => ({ stdout: [...values, ':4\n'].join('\n'), stderr: '', exit: 0 })
const namesOf = async (kind: string): Promise<readonly string[]> =>
  (await kubectl(['get', kind, '--output=jsonpath={range .items[*]}{.metadata.name}{"\\n"}{end}'])).trim().split('\n')

describe('the API server has', () => {
  test.each(['nodesize -- set ', 'nodesize -- set node/', 'kubeletcfg -- get --node ', 'kubeletcfg -- source '])(
    'the nodes of %s',
    async (line) => {
      const head = line.endsWith('node/') ? 'node/' : ''
      const values = (await namesOf('nodes')).map((name) => head + name)
      expect((await tab(line)).stdout.split('\n')).toEqual(expect.arrayContaining([...values, ':4']))
    },
  )

  test('the namespaces', async () => {
    expect(await tab('kubeletcfg -- list -n ')).toMatchObject(answer(...(await namesOf('namespaces'))))
  })

  test('nodes for the completion of kubectl, which runs ours', async () => {
    expect((await tab('kubectl nodesize set node-')).stdout).toBe('node-a\nnode-b\n:4\n')
    expect((await tab('kubectl kubeletcfg get --node node-')).stdout).toBe('node-a\nnode-b\n:4\n')
  })

  test('nothing for a user who may not list', async () => {
    const KUBECONFIG = await writeKubeconfig({ user: 'nobody', context: 'mine' })
    expect(await tab('nodesize -- set no', { ...patient, KUBECONFIG })).toMatchObject(answer())
    expect(await tab('nodesize -- get --context ', { ...patient, KUBECONFIG })).toMatchObject(answer('mine\tcurrent'))
    expect(await tab('nodesize -- set node-b --as admin no', { ...patient, KUBECONFIG })).toMatchObject(answer())
  })

  test('the nodes that another user may list', async () => {
    expect(await tab('nodesize -- set --as nobody no')).toMatchObject(answer())
    const line = 'nodesize -- set --as nobody --as-group system:masters no'
    expect(await tab(line)).toMatchObject(answer('node-a', 'node-b'))
  })
})

test('completion takes less than a second if the host does not respond', async () => {
  const { ms: usual } = await tab('nodesize -- set --', {})
  // On the bridge of the cluster, and of nobody.
  const KUBECONFIG = await writeKubeconfig({ server: 'https://10.99.0.250:6443' })
  const { ms, ...ran } = await tab('nodesize -- set no', { KUBECONFIG })
  expect(ran).toEqual(answer())
  expect(ms - usual).toBeLessThan(1_000)
})

describe('with 5,000 nodes', () => {
  const count = 5_000
  const fleet = Array.from({ length: count }, (_, index) => `fleet-${String(index).padStart(4, '0')}`)
  const labels = { 'test.kubeletcfg.dev/fleet': 'true' }
  const ofFleet = { path: '/api/v1/nodes', query: { labelSelector: 'test.kubeletcfg.dev/fleet=true' } }

  let side: Side
  beforeAll(async () => {
    side = await startRealSide()
    const create = async (name: string) =>
      good(await side.request({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name, labels } } }))
    await pMap(fleet, create, { concurrency: 20 })
  }, 120_000)
  afterAll(async () => {
    good(await side.request({ method: 'DELETE', ...ofFleet }))
    await side.close()
    expect(await namesOf('nodes')).toEqual(['node-a', 'node-b'])
  }, 120_000)

  test('all of them are offered', async () => {
    expect(await tab('nodesize -- set fleet-')).toMatchObject(answer(...fleet))
    expect(await tab('nodesize -- set fleet-123')).toMatchObject(answer(...fleet.slice(1230, 1240)))
  })

  test('completion takes less than a second', async () => {
    const { ms: usual } = await tab('nodesize -- set --', {})
    const { ms, stderr, exit } = await tab('nodesize -- set fleet-', {})
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
    expect(ms - usual).toBeLessThan(1_000)
  })
})
