import { afterEach, describe, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { kubectl } from '../kubectl.ts'
import { watching } from '../watching.ts'
import { balloonOf, footprint } from './balloons.ts'
import { keepInstalled } from './installation.ts'

keepInstalled()

describe('somebody who has only the role nodesize-operator', () => {
  const bindings: string[] = []
  const bind = async (role: string) => {
    bindings.push(`test-${role}`)
    await kubectl(['create', 'clusterrolebinding', `test-${role}`, `--clusterrole=${role}`, '--user=viewer'])
  }
  afterEach(async () => {
    await kubectl(['delete', 'clusterrolebinding', ...bindings.splice(0)])
  })

  test('can look, make nodes smaller, and give them their size back', async () => {
    await bind('nodesize-operator')
    const kubeconfig = await writeKubeconfig({ user: 'viewer' })
    for (const args of [['get'], ['set', 'node-a', '--cpu', '50%', '--no-cordon'], ['reset', 'node-a']])
      expect(await nodesize(args, { kubeconfig })).toMatchObject({ exit: 0, stderr: '' })
  })
  test.each(['get', 'top'])('can watch: %s', async (command) => {
    await bind('nodesize-operator')
    const ran = await watching(nodesize, [command, 'node-a', '--watch'], {
      kubeconfig: await writeKubeconfig({ user: 'viewer' }),
      async meanwhile(until) {
        await until(/^NODE .*\nnode-a .*\n/)
        await nodesize(['set', 'node-a', '--cpu', '50%'])
        await until(/^NODE .*\nnode-a .*\n(?:node-a .*\n)*node-a .* Ready\n$/)
      },
    })
    expect(ran.exit).toBe(130)
    expect(ran.stderr).not.toContain('forbidden')
  })
  test('cannot cordon a node that becomes smaller, which a note says', async () => {
    await bind('nodesize-operator')
    const kubeconfig = await writeKubeconfig({ user: 'viewer' })
    const ran = await nodesize(['set', 'node-a', '--cpu', '50%'], { kubeconfig })
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
    expect(ran.stderr).toMatch(/^node 'node-a': resized without a cordon, .*cannot patch resource "nodes"/)
  })
  test('can, with the role nodesize-cordon', async () => {
    await bind('nodesize-operator')
    await bind('nodesize-cordon')
    const kubeconfig = await writeKubeconfig({ user: 'viewer' })
    expect(await nodesize(['set', 'node-a', '--cpu', '50%'], { kubeconfig })).toMatchObject({ exit: 0, stderr: '' })
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
