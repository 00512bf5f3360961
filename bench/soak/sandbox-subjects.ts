import type { Api } from './api.ts'
import type { Subject } from './soak.ts'

const pods = '/api/v1/namespaces/default/pods'
const configMap = '/api/v1/namespaces/default/configmaps'

/** The sandbox, in which objects are changed that nobody follows. */
export async function sandboxSubjects(api: Api, pid: number): Promise<readonly Subject[]> {
  const metadata = { name: 'soak' }
  await api.send('POST', configMap, { metadata, data: { count: '0' } })
  return [
    {
      what: 'sandbox, an object',
      pid,
      change: (count) => api.send('PUT', `${configMap}/soak`, { metadata, data: { count: `${count}` } }),
    },
    {
      what: 'sandbox, a node',
      pid,
      change: (count) => api.send('PATCH', '/api/v1/nodes/node-a', { metadata: { annotations: { soak: `${count}` } } }),
    },
    {
      what: 'sandbox, a pod made and deleted',
      pid,
      change: async () => {
        await api.send('POST', pods, podOf('soak', 'node-a'))
        await api.send('DELETE', `${pods}/soak?gracePeriodSeconds=0`)
      },
    },
  ]
}

/** Bound to its node by hand, as a scheduler does. */
export const podOf = (name: string, nodeName: string) => ({
  metadata: { name },
  spec: { nodeName, containers: [{ name: 'one', image: 'pause', resources: { requests: { cpu: '10m' } } }] },
})
