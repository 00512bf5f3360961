import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { keepInstalled } from './installation.ts'

keepInstalled()

const group = 'metrics.k8s.io'
/** There is no metrics-server here: objects with the same paths stand for its answers. */
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `nodes.${group}`, annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' } },
  spec: {
    group,
    scope: 'Cluster',
    names: { kind: 'NodeMetrics', listKind: 'NodeMetricsList', plural: 'nodes', singular: 'nodemetrics' },
    versions: [
      {
        ...{ name: 'v1beta1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}
const measurement = {
  ...{ apiVersion: `${group}/v1beta1`, kind: 'NodeMetrics', metadata: { name: 'node-a' } },
  usage: { cpu: '263445793n', memory: '900Mi' },
}
afterEach(async () => {
  await kubectl(['delete', 'crd', definition.metadata.name, '--ignore-not-found'])
})

const checked = ['set', 'node-a', '--memory', '600Mi', '--check-usage', '--dry-run=server']

test('without a metrics API, a note says that usage is not known', async () => {
  const ran = await nodesize(checked)
  expect(ran).toMatchObject({
    ...{ exit: 0, stderr: 'usage is not known: the cluster has no metrics API\n' },
  })
})

test('with one, a node that uses more memory than its new size has a warning', async () => {
  await applyObjects([definition])
  await kubectl(['wait', '--for=condition=Established', `crd/${definition.metadata.name}`, '--timeout=30s'])
  expect(await nodesize(checked)).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('has no measurement of it'),
  })
  await applyObjects([measurement])
  const ran = await nodesize(checked)
  expect(ran).toMatchObject({ exit: 0 })
  expect(ran.stderr).toMatch(
    /^warning: node 'node-a': 900Mi of its memory is in use, more than its new size of 600Mi: /,
  )
})
