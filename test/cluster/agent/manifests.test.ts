import { afterAll, describe, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'

const variants: Readonly<Record<string, readonly string[]>> = {
  'services of two hosts': ['--node', 'node-a', '--node', 'node-b'],
  'all nodes of the cluster': [],
  'a DaemonSet': ['--daemonset', '--server', 'https://10.99.0.1:6443'],
}

const print = async (args: readonly string[]): Promise<string> => {
  const ran = await kubeletcfg(['agent', 'manifests', ...args])
  expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('only the groups system:masters and') })
  return ran.stdout
}

const remove = async (args: readonly string[]) =>
  kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: await print(args) })

describe.each(Object.entries(variants))('the manifests for %s', (_, args) => {
  afterAll(() => remove(args))

  test('are valid for the API server, every field of them', async () => {
    const said = await kubectl(['apply', '--dry-run=server', '--validate=strict', '--filename=-'], {
      input: await print(args),
    })
    expect(said).not.toMatch(/warning/i)
  })

  test('are applied, and unchanged when they are applied again, by client and by server', async () => {
    const input = await print(args)
    const lines = (said: string) => said.trim().split('\n')
    expect(
      lines(await kubectl(['apply', '--filename=-'], { input })).every((line) => /created|unchanged/.test(line)),
    ).toBe(true)
    const again = lines(await kubectl(['apply', '--filename=-'], { input }))
    expect(again.filter((line) => !line.endsWith(' unchanged'))).toEqual([])
    expect(await print(args)).toBe(input)
    const applied = await kubectl(['apply', '--server-side', '--force-conflicts', '--filename=-'], { input })
    const before = await versions()
    expect(await kubectl(['apply', '--server-side', '--filename=-'], { input })).toBe(applied)
    expect(await versions()).toEqual(before)
  })
})

test('the API server finds nothing wrong with the expressions of the policies', async () => {
  interface Policies {
    readonly items: readonly {
      metadata: { name: string }
      status?: { observedGeneration?: number; typeChecking?: object }
    }[]
  }
  await kubectl(['apply', '--filename=-'], { input: await print(['--node', 'node-a']) })
  const deadline = Date.now() + 30_000
  for (;;) {
    const { items } = await kubectlJson<Policies>([
      'get',
      'validatingadmissionpolicies',
      '-l',
      'app.kubernetes.io/managed-by=kubeletcfg',
    ])
    expect(items.length).toBe(6)
    if (items.every(({ status }) => status?.observedGeneration !== undefined) || Date.now() > deadline) {
      expect(items.map(({ metadata, status }) => [metadata.name, status?.typeChecking])).toEqual(
        items.map(({ metadata }) => [metadata.name, {}]),
      )
      await remove(['--node', 'node-a'])
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
})

interface Versions {
  readonly items: readonly { metadata: { name: string; generation?: number; resourceVersion: string } }[]
}

const versions = async () => {
  const kinds = 'validatingadmissionpolicies,validatingadmissionpolicybindings,clusterroles,roles,serviceaccounts'
  const found = await kubectlJson<Versions>([
    'get',
    kinds,
    '--all-namespaces',
    '-l',
    'app.kubernetes.io/managed-by=kubeletcfg',
  ])
  return found.items.map(({ metadata: { name, generation, resourceVersion } }) => [name, generation ?? resourceVersion])
}
