import { describe, expect, test } from '@jest/globals'
import { writeKubeconfig } from './kubeconfig.ts'
import { answer, namesOf, patient, tab } from './tab.ts'

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
