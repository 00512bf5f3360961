import { expect, test } from '@jest/globals'
import { type Handler, refusal, startApiServer } from '../support/api-server.ts'
import { afterPlan, attempt, expectFailure } from './attempt.ts'
import { failedTest, NodeA, resizeRoute } from './node-a.ts'
import { listOf, serving } from './routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, maxPods } from './stored-document.ts'

const push = 'kubeletcfg push -f - --global --yes'
const conflict = refusal(409, 'Conflict', { message: 'the object has been modified', details: { name: 'x' } })

/** Another writer comes between: what is there changes when our request to change it arrives. */
function racing(write: string, before: object | undefined, after: object | undefined) {
  let now = before
  const absent: Handler = () => refusal(404, 'NotFound', { details: { name: 'x' } })
  return serving({
    ...emptyCluster,
    [`GET ${configMaps}`]: () => (now === undefined ? listOf() : listOf(now)),
    [`GET ${globalPath}`]: (request, response) => (now === undefined ? absent(request, response) : { body: now }),
    [write]: (request, response) => {
      now = after
      return after === undefined ? absent(request, response) : conflict
    },
  })
}

const changed = 'was changed meanwhile: last written by kubectl-edit at 2026-11-20T08:00:00Z'
const name = 'configmap/global-kubelet-configuration'
const ours = configMap(maxPods(10))
const theirs = configMap(maxPods(30), { resourceVersion: '2', manager: 'kubectl-edit' })

test.concurrent.each([
  ['update', racing(`PATCH ${globalPath}`, ours, theirs), `${name} ${changed}`],
  ['create', racing(`POST ${configMaps}`, undefined, theirs), `${name} ${changed}`],
  ['deletion', racing(`PATCH ${globalPath}`, ours, undefined), `${name} was deleted meanwhile`],
])('a push that loses against the %s of another says what the other wrote', async (_name, handler, says) => {
  await using server = await startApiServer(handler)
  const ran = await attempt(push, { env: { KUBECONFIG: await server.kubeconfig() }, input: maxPods(20) })
  expectFailure(afterPlan(ran), { exit: 4, says: `error: ${says}` })
  expect(ran.stdout).toBe('')
})

test.concurrent('a delete deletes only what it has read, and says what another wrote meanwhile', async () => {
  await using server = await startApiServer(racing(`DELETE ${globalPath}`, ours, theirs))
  const ran = await attempt('kubeletcfg delete --global --yes', { env: { KUBECONFIG: await server.kubeconfig() } })
  expectFailure(afterPlan(ran), {
    exit: 4,
    says: `error: ${name} ${changed}`,
  })
})

test.concurrent.each([
  ['when it is tried', true],
  ['when it is sent', false],
])('a resize that loses %s is told what size the other gave the node', async (_name, early) => {
  const node = new NodeA()
  const raced: Handler = (request) => {
    if (request.query['dryRun'] === 'All' && !early) return node.resize(request)
    node.asked = { cpu: '3', memory: '16Mi' }
    return failedTest
  }
  await using server = await startApiServer(serving({ ...node.routes, [resizeRoute]: raced }))
  const ran = await attempt('nodesize set node-a --cpu 2', { env: { KUBECONFIG: await server.kubeconfig() } })
  const was = 'it had cpu 3999m and memory 16368Mi, and now has cpu 1 and memory 16368Mi'
  const says = `error: node 'node-a' was resized by another client meanwhile: ${was}`
  expectFailure(ran, { exit: 4, says })
})
