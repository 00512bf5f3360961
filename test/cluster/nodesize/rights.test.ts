import { afterEach, describe, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { kubectl } from '../kubectl.ts'
import { balloonOf, footprint } from './balloons.ts'
import { keepInstalled } from './installation.ts'

keepInstalled()

describe('somebody who has only the role nodesize-operator', () => {
  const binding = 'test-operator'
  afterEach(async () => {
    await kubectl(['delete', 'clusterrolebinding', binding])
  })

  test('can look, make nodes smaller, and give them their size back', async () => {
    await kubectl(['create', 'clusterrolebinding', binding, '--clusterrole=nodesize-operator', '--user=viewer'])
    const kubeconfig = await writeKubeconfig({ user: 'viewer' })
    for (const args of [['get'], ['set', 'node-a', '--cpu', '50%'], ['reset', 'node-a']])
      expect(await nodesize(args, { kubeconfig })).toMatchObject({ exit: 0, stderr: '' })
  })
})

test.each([[['get']], [['set', 'node-a', '--cpu', '50%']], [['reset', 'node-a']]])(
  'without rights %j is refused in the words of the server',
  async (args) => {
    const before = footprint(await balloonOf('node-a'))
    const ran = await nodesize(args, { kubeconfig: await writeKubeconfig({ user: 'nobody' }) })
    expect(ran).toMatchObject({ exit: 5, stdout: '' })
    expect(ran.stderr).toMatch(/ is forbidden: User "nobody" cannot (get|list) resource "\w+" in API group/)
    expect(footprint(await balloonOf('node-a'))).toEqual(before)
  },
)
