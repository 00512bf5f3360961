import { describe, expect, test } from '@jest/globals'
import { writersIn } from '../../../../src/lib/admission/writers.ts'
import { agentManifests, type ManifestOptions } from '../../../../src/lib/agent/manifests/manifests.ts'
import {
  administrators,
  controlWritersPolicy,
  documentWritersPolicy,
} from '../../../../src/lib/agent/manifests/writers-policies.ts'
import { AgentMetrics } from '../../../../src/lib/agent/metrics/agent-metrics.ts'
import { staleAfterMs } from '../../../../src/lib/agent/report/heartbeat.ts'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'

const base: ManifestOptions = {
  namespace: 'kube-system',
  nodes: ['node-b', 'node-a', 'node-b'],
  daemonSet: undefined,
  writers: administrators,
  monitoring: true,
}
const daemonSet = { image: 'localhost/kubeletcfg:0.1.0', server: 'https://api.example:6443', places: [], arguments: [] }

const agents = ['agent-own-node', 'agent-own-token', 'agent-own-events']
const policies = [...agents, 'document-writers', 'history-writers', 'control-writers']

const nameOf = ({ kind, metadata }: ObjectBody): string =>
  [kind, metadata.namespace, metadata.name].filter(Boolean).join('/')

interface Role extends ObjectBody {
  readonly rules: readonly { resources: string[]; verbs: string[]; resourceNames?: string[] }[]
}

const rightsIn = (objects: readonly ObjectBody[]): readonly string[] =>
  objects
    .filter((object): object is Role => 'rules' in object)
    .flatMap(({ metadata, rules }) =>
      rules.map(({ resources, verbs, resourceNames = ['*'] }) =>
        [metadata.namespace ?? 'cluster', resources, verbs.join('+'), resourceNames.join('+')].join(' '),
      ),
    )

describe('the manifests', () => {
  test('are the policies, then the rights of each node once, in the order of their names, then the monitoring', () => {
    const rightsOf = (node: string) => {
      const name = `kubeletcfg-agent-${node}`
      const pair = (where: string) => [`Role/${where}/${name}`, `RoleBinding/${where}/${name}`]
      return [
        `ServiceAccount/kube-system/${name}`,
        `ClusterRole/${name}`,
        `ClusterRoleBinding/${name}`,
        ...['kube-system', 'default', 'kube-node-lease'].flatMap(pair),
      ]
    }
    expect(agentManifests(base).map(nameOf)).toEqual([
      ...policies.flatMap((name) => [
        `ValidatingAdmissionPolicy/kubeletcfg-${name}`,
        `ValidatingAdmissionPolicyBinding/kubeletcfg-${name}`,
      ]),
      ...rightsOf('node-a'),
      ...rightsOf('node-b'),
      'PrometheusRule/kube-system/kubeletcfg-agent',
      'ConfigMap/kube-system/kubeletcfg-agent-dashboard',
    ])
  })

  test('are the same for the same options, in any order of the nodes', () => {
    const other = agentManifests({ ...base, nodes: ['node-a', 'node-b'] })
    expect(JSON.stringify(other)).toBe(JSON.stringify(agentManifests(base)))
  })

  test('have the labels by which they can be deleted', () => {
    for (const options of [base, { ...base, daemonSet }])
      for (const { metadata } of agentManifests(options))
        expect(metadata.labels).toMatchObject({
          'app.kubernetes.io/managed-by': 'kubeletcfg',
          'app.kubernetes.io/name': 'kubeletcfg-agent',
        })
  })

  test('grant an agent these rights, and no others', () => {
    expect(rightsIn(agentManifests({ ...base, nodes: ['node-a'] }))).toEqual([
      'cluster nodes get+list+watch node-a',
      'cluster nodes/status patch node-a',
      'cluster nodes/configz get node-a',
      'kube-system configmaps get+list+watch global-kubelet-configuration+node-a-kubelet-configuration+kubeletcfg-rollout-global',
      'kube-system serviceaccounts/token create kubeletcfg-agent-node-a',
      'default events create+patch *',
      'kube-node-lease leases get node-a',
    ])
  })

  test('grant the agents of a DaemonSet these rights, and no others', () => {
    const common = ['default events create+patch *', 'kube-node-lease leases get *']
    const ofNodes = ['cluster nodes get+list+watch *', 'cluster nodes/status patch *', 'cluster nodes/configz get *']
    expect(rightsIn(agentManifests({ ...base, nodes: [], daemonSet }))).toEqual([
      ...ofNodes,
      'kube-system configmaps get+list+watch *',
      ...common,
    ])
    expect(rightsIn(agentManifests({ ...base, nodes: ['node-a'], daemonSet }))).toEqual([
      ...ofNodes,
      'kube-system configmaps get+list+watch global-kubelet-configuration+node-a-kubelet-configuration+kubeletcfg-rollout-global',
      ...common,
    ])
  })

  test.each(['global', 'n'.repeat(232)])(
    'let the agent of node %.20j, which cannot have a document, read the global one',
    (node) => {
      expect(rightsIn(agentManifests({ ...base, nodes: [node] }))).toContain(
        'kube-system configmaps get+list+watch global-kubelet-configuration+kubeletcfg-rollout-global',
      )
    },
  )

  test.each(['n'.repeat(236), 'a.b-c', '0'])(
    'are made for node %.20j with names that an API server accepts',
    (node) => {
      for (const { metadata } of agentManifests({ ...base, nodes: [node] }))
        expect(metadata.name.length).toBeLessThanOrEqual(253)
    },
  )

  test('name only metrics that agents have', () => {
    const named = JSON.stringify(agentManifests(base)).match(/kubeletcfg_agent_\w+/g) ?? []
    const { registry } = new AgentMetrics({ namespace: 'n', version: 'v' })
    const names = registry.collect().map(({ name }) => name)
    expect(named).toContain('kubeletcfg_agent_phase')
    expect(named.filter((name) => !names.includes(name))).toEqual([])
  })

  test('have alerts for an agent that is not heard any more, by each of what may be scraped', () => {
    const text = JSON.stringify(agentManifests(base))
    for (const metric of [
      'kubeletcfg_agent_build_info',
      'node_systemd_unit_state',
      'kube_daemonset_status_number_unavailable',
    ])
      expect(text).toContain(metric)
    // As kubeletcfg status: an agent is stale after as long.
    expect(text).toContain(`last_over_time(kubeletcfg_agent_build_info[${staleAfterMs / 60_000}m])`)
  })

  test.each([
    [{ users: [], groups: ['system:masters', 'kubeadm:cluster-admins'] }],
    [{ users: ['jane', 'CN=a, O=b'], groups: [] }],
    [{ users: ['system:serviceaccount:ci:x'], groups: ['ops'] }],
  ])('name in a refusal the writers %j, so that they can be named again', (writers) => {
    for (const policy of [documentWritersPolicy('kube-system', writers), controlWritersPolicy(writers)]) {
      const message = `configmaps "x" is forbidden: ValidatingAdmissionPolicy '${policy.name}' with binding '${policy.name}' denied request: ${policy.checks[0]!.message}`
      expect(writersIn(message)).toEqual(writers)
    }
    expect(
      writersIn("x is forbidden: ValidatingAdmissionPolicy 'other' denied request: only user a may do"),
    ).toBeUndefined()
  })

  test('quote the names of writers in expressions', () => {
    const writers = { users: ["o'neil\\x"], groups: [] }
    const text = JSON.stringify(agentManifests({ ...base, writers }))
    expect(text).toContain(JSON.stringify("request.userInfo.username in ['o\\'neil\\\\x']").slice(1, -1))
  })
})
