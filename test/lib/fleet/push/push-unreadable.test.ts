import { describe, expect, test } from '@jest/globals'
import { nodeTarget } from '../../../../src/lib/documents/target.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { bytesOf, header, planPush, requestOf } from './pushes.ts'

describe('what cannot be read, pushed all the same', () => {
  const [kubeadm, proxy] = ['kind: ClusterConfiguration\napiVersion: kubeadm.k8s.io/v1beta4\n', 'kind: Proxy\n']
  const broken = `${header}x: "unclosed\n`
  const planOf = (file: string) =>
    planPush(
      clusterOf().cluster,
      requestOf([{ file: 'kubelet.yaml', bytes: bytesOf(file), targets: [nodeTarget('node-a')], named: true }], true),
      limits,
    )

  test.each([
    ['too deep', `${kubeadm}---\n${header}x: ${'['.repeat(150)}\n`, '6:104: error READ-DEPTH'],
    ['a quote that is not closed', `${kubeadm}---\n${broken}---\n${proxy}`, ': error READ-SYNTAX'],
    ['the same in the first document', `${broken}---\n${proxy}`, ': error READ-SYNTAX'],
    ['the same in the second one', `${header}---\n${broken}---\n${proxy}`, '4:1: error READ-DOCUMENTS'],
    ['a forbidden character', `${kubeadm}---\n${header}x: \u0001\n`, '6:4: error READ-CHARACTER'],
  ])('%s among other documents is refused', async (_what, file, message) => {
    const failure = await planOf(file).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'invalid', fact: { reason: 'PushRefused' } })
    expect(messageOf((failure as Failure).fact)).toContain(message)
  })
  test.each([
    ['a quote that is not closed', `# mine\n---\n${broken}`],
    ['a forbidden character', `${header}x: \u0001\n---\n# the end\n...\n`],
    ['JSON', '{"kind":'],
  ])('%s in one document is pushed as it is', async (_what, file) => {
    expect(await planOf(file)).toMatchObject({ steps: [{ body: file }], notes: [] })
  })
  test('what a ConfigMap holds is pushed, and said', async () => {
    const file = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: |\n    x: [\n'
    expect(await planOf(file)).toMatchObject({
      steps: [{ body: 'x: [\n' }],
      notes: [{ reason: 'PartOfFile', subject: { name: 'kubelet.yaml' }, part: 'config-map' }],
    })
  })
})
