import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { attempt, expectFailure } from './attempt.ts'
import { NodeA } from './node-a.ts'
import { serving, writesTo } from './routes.ts'

const noDuration = (flag: string, text: string): string => `error: --${flag}: '${text}' is not a valid duration`

test.concurrent.each([
  ['--cpu 4cpu', "error: --cpu: '4cpu' is not an amount of cpu"],
  ['--cpu 1e400', "error: --cpu: '1e400' is not an amount of cpu"],
  ['--cpu NaN', "error: --cpu: 'NaN' is not an amount of cpu"],
  ['--cpu 4Gi', "error: --cpu: '4Gi' is an amount of memory, not of cpu"],
  ['--cpu=', "error: --cpu: '' is not an amount of cpu"],
  ['--cpu 0', "error: --cpu: cpu '0' is no size"],
  ['--cpu -0', "error: --cpu: cpu '-0' is no size"],
  ['--memory 12GB', "error: --memory: '12GB' is not an amount of memory"],
  ['--memory 1.5.2Gi', "error: --memory: '1.5.2Gi' is not an amount of memory"],
  ['--memory 16', "error: --memory: '16' is only 16 bytes: the unit is missing"],
  ['--cpu 2 --timeout 40x', noDuration('timeout', '40x')],
  ['--cpu 2 --timeout 0', "error: --timeout: '0' must be greater than zero"],
  ['--cpu 2 --request-timeout 5x', noDuration('request-timeout', '5x')],
  ['--cpu 2 --request-timeout=-1', noDuration('request-timeout', '-1')],
  ['--cpu --dry-run=server', "error: --cpu: cpu '--dry-run=server' is no size"],
  ['--cpu 2 --timeout 577h', "error: --timeout: '577h' is too long"],
  ['--cpu 2 --timeout 9999999h', "error: --timeout: '9999999h' is too long"],
])('nodesize set node-a %s is no use of it', async (flags, says) => {
  const ran = await attempt(`nodesize set node-a ${flags}`)
  expectFailure(ran, { exit: 2, says })
  expect(ran.stdout).toBe('')
})

test.concurrent.each([
  ['set node-a --cpu 5', 3, "error: node 'node-a': cpu 5 is more than the node has to offer"],
  [
    'set node-a --memory 512Mi',
    5,
    "error: node 'node-a' has no room to shrink: its pods hold 1Gi memory, more than 512Mi",
  ],
  ['set node-b --cpu 2', 3, "error: node 'node-b' not found"],
  ['set --cpu 2', 2, 'error: which nodes?'],
])('nodesize %s changes nothing', async (command, exit, says) => {
  await using server = await startApiServer(serving(new NodeA().routes))
  const ran = await attempt(`nodesize ${command}`, { env: { KUBECONFIG: await server.kubeconfig() } })
  expectFailure(ran, { exit, says })
  expect(writesTo(server)).toEqual([])
})
