import { usualTiming } from '../../../../src/lib/cluster/watch/timing.ts'
import { documentsOver } from '../../../../src/lib/documents/cluster/documents.ts'
import type { Documents } from '../../../../src/lib/documents/ports/documents.ts'
import { type ApiServer, type Handler, startApiServer } from '../../../support/api-server.ts'
import { restTo } from '../../cluster/http/rest-to.ts'

export const configMaps = '/api/v1/namespaces/kube-system/configmaps'
export const globalName = 'global-kubelet-configuration'

/** The global document, as the API server has it. */
export const configMap = (more: object = {}, metadata: object = {}) => ({
  kind: 'ConfigMap',
  metadata: {
    name: globalName,
    namespace: 'kube-system',
    uid: 'u1',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...metadata,
  },
  data: { kubelet: 'maxPods: 1' },
  ...more,
})

/** For the time of some work: documents over a server that answers so. */
export async function withDocuments<T>(
  handler: Handler,
  work: (documents: Documents, server: ApiServer) => Promise<T>,
): Promise<T> {
  await using server = await startApiServer(handler)
  return await work(documentsOver(await restTo(server.url), 'kube-system', usualTiming), server)
}
