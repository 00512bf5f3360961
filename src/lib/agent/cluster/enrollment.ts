import { collectionPath } from '../../api/kinds.ts'
import { noApiServer } from '../../cluster/http/answer.ts'
import type { Rest } from '../../cluster/http/rest.ts'
import type { Enrollment } from '../ports/enrollment.ts'

const account = { apiVersion: 'v1', kind: 'ServiceAccount' } as const

interface NodeInfo {
  readonly metadata: { readonly uid: string }
  readonly status?: { readonly nodeInfo?: { readonly machineID?: string; readonly bootID?: string } }
}

interface TokenAnswer {
  readonly spec?: { readonly boundObjectRef?: { readonly kind?: string } }
  readonly status?: { readonly token?: string; readonly expirationTimestamp?: string }
}

export function enrollmentOver(rest: Rest): Enrollment {
  return {
    async machineOf(node, limits) {
      const path = `/api/v1/nodes/${encodeURIComponent(node)}`
      const found = await rest.find<NodeInfo>({ method: 'GET', path }, limits)
      if (found === undefined) return undefined
      const { machineID = '', bootID = '' } = found.status?.nodeInfo ?? {}
      return { uid: found.metadata.uid, machineId: machineID, bootId: bootID }
    },
    async requestToken({ namespace, serviceAccount, node, seconds }, limits) {
      const path = `${collectionPath({ ...account, namespace })}/${encodeURIComponent(serviceAccount)}/token`
      const body = {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: {
          expirationSeconds: seconds,
          boundObjectRef: { apiVersion: 'v1', kind: 'Node', name: node.name, uid: node.uid },
        },
      }
      const { spec, status } = await rest.call<TokenAnswer>({ method: 'POST', path, body }, limits)
      const expiresAt = Date.parse(status?.expirationTimestamp ?? '')
      const isBound = spec?.boundObjectRef?.kind === 'Node'
      if (!status?.token || Number.isNaN(expiresAt) || !isBound) throw noApiServer(rest.server)
      return { token: status.token, expiresAt }
    },
  }
}
