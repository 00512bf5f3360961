import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { attempt, expectFailure } from './attempt.ts'
import { NodeA } from './node-a.ts'
import { serving, writesTo } from './routes.ts'

const noDuration = (flag: string, text: string): string => `error: --${flag}: '${text}' is not a valid duration`

test.concurrent.each([
  ['--cpu 4cpu', "error: --cpu: '4cpu' is not an amount of cpu"],
  ['--cpu 1e400', "error: --cpu: '1e400' is more cpu than Kubernetes can count"],
  ['--cpu NaN', "error: --cpu: 'NaN' is not an amount of cpu"],
  ['--cpu 4Gi', "error: --cpu: '4Gi' is an amount of memory, not of cpu"],
  ['--cpu=', "error: --cpu: '' is not an amount of cpu"],
  ['--cpu 0', "error: --cpu: '0' is not a valid size: must be greater than zero"],
  ['--cpu -0', "error: --cpu: '-0' is not a valid size: it would change nothing"],
  ['--cpu +10%', "error: --cpu: '+10%' is not a valid size: relative percentages are not supported"],
  ['--memory 12GB', "error: --memory: '12GB' is not an amount of memory"],
  ['--memory 1.5.2Gi', "error: --memory: '1.5.2Gi' is not an amount of memory"],
  ['--memory 16', "error: --memory: '16' is only 16 bytes: the unit is missing"],
  ['--cpu 2 --timeout 40x', noDuration('timeout', '40x')],
  ['--cpu 2 --timeout 0', "error: --timeout: '0' must be greater than zero"],
  ['--cpu 2 --request-timeout 5x', noDuration('request-timeout', '5x')],
  ['--cpu 2 --request-timeout=-1', noDuration('request-timeout', '-1')],
  ['--cpu --dry-run=server', "error: --cpu: '--dry-run=server' is not a valid size"],
  ['--cpu 2 --timeout 577h', "error: --timeout: '577h' is too long"],
  ['--cpu 2 --timeout 9999999h', "error: --timeout: '9999999h' is too long"],
])('nodesize set node-a %s is no use of it', async (flags, says) => {
  const ran = await attempt(`nodesize set node-a ${flags}`)
  expectFailure(ran, { exit: 2, says })
  expect(ran.stdout).toBe('')
})

test.concurrent.each([
  ['set node-a,node-b --cpu 4', 'node-a,node-b', 'separate names with spaces: node-a node-b'],
  ['get ../pods', '../pods', 'use the name alone, such as node-a'],
  ['set node-a/status --cpu 2', 'node-a/status', 'use the name alone, such as node-a'],
  ['get no/node-a', 'no/node-a', 'use the name alone, such as node-a'],
  ['reset Node_A', 'Node_A', 'use the name alone, such as node-a'],
  ['set node-a cpu=4', 'cpu=4', 'use a flag: --cpu 4'],
])('nodesize %s names no node', async (command, name, hint) => {
  const ran = await attempt(`nodesize ${command}`)
  expectFailure(ran, { exit: 2, says: `error: '${name}' is not a valid node name` })
  expect(ran.stderr).toContain(`hint: ${hint}\n`)
})

test.concurrent('a size among the nodes is named', async () => {
  const ran = await attempt('nodesize set node-a 4')
  expectFailure(ran, { exit: 2, says: "error: no size given: '4' is read as the name of a node" })
  expect(ran.stderr).toContain('hint: use a flag: --cpu 4\n')
})

test.concurrent.each([
  ['set node-a --cpu 5', 3, /^error: node 'node-a' cannot have cpu 5: the largest size is 3999m, /],
  [
    'set node-a --memory 512Mi',
    5,
    "error: node 'node-a' has no room to shrink: its pods request 1Gi memory, more than 512Mi",
  ],
  ['set node-b --cpu 2', 3, "error: node 'node-b' not found"],
  ['set --cpu 2', 2, 'error: no nodes selected'],
])('nodesize %s changes nothing', async (command, exit, says) => {
  await using server = await startApiServer(serving(new NodeA().routes))
  const ran = await attempt(`nodesize ${command}`, { env: { KUBECONFIG: await server.kubeconfig() } })
  expectFailure(ran, { exit, says })
  expect(writesTo(server)).toEqual([])
})
