import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { keepInstalled } from './installation.ts'
import { measure, removeMetrics, serveMetrics } from './metrics-api.ts'

keepInstalled()

afterEach(removeMetrics)

const checked = ['set', 'node-a', '--memory', '600Mi', '--check-usage', '--dry-run=server']

test('without a metrics API, a note says that usage is not known', async () => {
  const ran = await nodesize(checked)
  expect(ran).toMatchObject({
    ...{ exit: 0, stderr: 'usage is not known: the cluster has no metrics API\n' },
  })
})

test('with one, a node that uses more memory than its new size has a warning', async () => {
  await serveMetrics()
  expect(await nodesize(checked)).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('has no measurement of it'),
  })
  await measure('node-a', { cpu: '263445793n', memory: '900Mi' })
  const ran = await nodesize(checked)
  expect(ran).toMatchObject({ exit: 0 })
  expect(ran.stderr).toMatch(
    /^warning: node 'node-a': 900Mi of its memory is in use, more than its new size of 600Mi: /,
  )
})
