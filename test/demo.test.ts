import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { settledTour } from '../scripts/smoke/settled-tour.ts'
import { expectGolden } from './support/golden.ts'
import { runBin } from './support/run-bin.ts'
import { runHosted } from './support/run-hosted.ts'
import { runProcess } from './support/run-process.ts'
import { examples, readStory } from './support/story.ts'

const root = join(examples, '..')

/** The words of `npm run demo` after the name of the program. */
const { demo } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as { demo: string }
const [node, bin, ...words] = demo.split(' ').map((word) => (word.startsWith('examples/') ? join(root, word) : word))

const typed = readStory().flatMap(({ steps }) => steps)

test('its files are formatted', async () => {
  const files = ['kubelet.yaml', 'kubelet-node-b.yaml', 'kubelet-broken.yaml', 'kubelet-mute.yaml'].map((file) =>
    join(examples, file),
  )
  expect(await runHosted(['kubeletcfg', 'fmt', '--check', ...files])).toMatchObject({ exit: 0, stdout: '' })
})

describe('the demonstration', () => {
  test('tells its story to the end', async () => {
    expect([node, bin]).toEqual(['node', 'bin/kubeletcfg.cjs'])
    const [command, script] = [words.slice(0, -2), words.slice(-2)]
    const { stdout, stderr, exit } = await runBin([
      ...['kubeletcfg', ...command, 'sh', '-c', `exec 2>&1; exec ${script.join(' ')}`],
    ])
    expect(stderr).toBe('')
    expectGolden(settledTour(stdout), 'demo.txt')
    expect(stdout.match(/^\$ .*/gm)).toEqual(typed.map(({ command }) => `$ ${command}`))
    expect(exit).toBe(0)
  }, 180_000)

  test.each([
    ['a command ends otherwise', '/tmp/kubeletcfg-sandbox-x/kubeconfig', '3/4Gi', /^\$ kubeletcfg validate .*\n$/],
    ['the cluster is no simulated one', '/home/ops/.kube/config', '3/4Gi', /^$/],
    ['the workload is not loaded', '/tmp/kubeletcfg-sandbox-x/kubeconfig', '0/0', /^$/],
  ])('stops when %s, and says so', async (_, KUBECONFIG, requested, stdout) => {
    const { PATH } = process.env
    const script = `kubeletcfg() { return 4; }; nodesize() { echo ' ${requested} '; }; . ${join(examples, 'demo.sh')}`
    const ran = await runProcess('sh', ['-c', script, join(examples, 'demo.sh')], { env: { PATH, KUBECONFIG } })
    expect(ran).toMatchObject({ exit: 70, stderr: expect.stringMatching(/^stopped: /) })
    expect(ran.stdout.replace(/^(\n|# .*\n)*/, '')).toMatch(stdout)
  })
})
