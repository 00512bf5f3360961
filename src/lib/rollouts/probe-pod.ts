import { hash } from 'node:crypto'
import type { ObjectBody } from '../api/object.ts'
import type { Pod } from '../api/pod.ts'
import { controller, probe as names } from '../names.ts'
import { refusalFor } from './pod-sign.ts'
import {
  optionalProbeChecks,
  type ProbeId,
  type ProbeMoment,
  type ProbeOutcome,
  type ProbePod,
  type ProbePolicy,
  probeMoments,
} from './probe.ts'
import { probeDeadlineSeconds } from './probe-evidence.ts'
import { failedCheck, readFindings } from './probe-findings.ts'

/** What the pod is to try on its node. */
export const triedIn = ({ without }: ProbePolicy): readonly string[] =>
  optionalProbeChecks.filter((check) => !without.includes(check))

/** The same for each client: two that make it make one. It fits a host name: a kubelet cuts longer ones. */
export const probeName = ({ node, generation, moment }: ProbeId): string =>
  `${names.prefix}${generation}-${moment}-${hash('sha256', node).slice(0, 12)}`

/** It goes past the scheduler, and needs nothing but room for a pod. */
export const probePod = (probe: ProbeId, policy: ProbePolicy): ObjectBody => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: probeName(probe),
    namespace: controller.namespace,
    labels: {
      [nameLabel]: names.name,
      'app.kubernetes.io/managed-by': 'kubeletcfg',
      [names.label]: String(probe.generation),
    },
  },
  spec: {
    nodeName: probe.node,
    restartPolicy: 'Never',
    activeDeadlineSeconds: probeDeadlineSeconds,
    terminationGracePeriodSeconds: 1,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    tolerations: [{ operator: 'Exists' }],
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: container,
        image: policy.image,
        command: ['/usr/local/bin/kubeletcfg'],
        args: ['controller', 'probe', ...triedIn(policy)],
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          readOnlyRootFilesystem: true,
        },
        volumeMounts: [
          { name: 'scratch', mountPath: probeFolders.scratch },
          { name: 'pod', mountPath: probeFolders.pod, readOnly: true },
        ],
      },
    ],
    volumes: [
      { name: 'scratch', emptyDir: { sizeLimit: '1Mi' } },
      { name: 'pod', downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
    ],
  },
})

/** Nothing that selects other pods of the namespace selects probes. */
export const nameLabel = 'app.kubernetes.io/name'
export const container = 'probe'
/** Where a kubelet looks for the message of a container. */
export const probeMessage = '/dev/termination-log'
/** In the pod. */
export const probeFolders = { scratch: '/scratch', pod: '/pod' } as const

/** undefined: it is going, or is none of ours. */
export function probeIn({ metadata, spec, status }: Pod): ProbePod | undefined {
  const { name, uid, creationTimestamp, deletionTimestamp } = metadata
  const [, generation, moment] = /^(\d+)-([a-z]+)-/.exec(name.slice(names.prefix.length)) ?? []
  if (!name.startsWith(names.prefix) || !isMoment(moment) || deletionTimestamp !== undefined) return undefined
  return {
    ...{ name, uid, node: spec.nodeName ?? '', generation: Number(generation), moment },
    madeAt: Date.parse(creationTimestamp ?? ''),
    outcome: outcomeOf(status ?? {}),
    toldAt: toldAt(metadata),
  }
}

function toldAt({ managedFields = [] }: Pod['metadata']): number | undefined {
  const times = managedFields.flatMap(({ subresource, time = '' }) =>
    subresource === 'status' ? Date.parse(time) : [],
  )
  return times.length === 0 ? undefined : Math.max(...times)
}

const isMoment = (text: string | undefined): text is ProbeMoment => probeMoments.some((one) => one === text)

function outcomeOf({ phase, reason, message, containerStatuses = [] }: NonNullable<Pod['status']>): ProbeOutcome {
  const state = containerStatuses.find(({ name }) => name === container)?.state ?? {}
  switch (phase) {
    case 'Succeeded': {
      const failed = readFindings(state.terminated?.message ?? '')
      return failed === undefined
        ? notStarted('its program has not said what it has found: is the image one of kubeletcfg?')
        : { kind: 'ended', failed }
    }
    case 'Failed': {
      if (refusalFor(reason ?? '') === 'no-room') return { kind: 'no-room' }
      const { terminated } = state
      const ended = terminated && `exit code ${terminated.exitCode}${terminated.reason ? `, ${terminated.reason}` : ''}`
      return notStarted([reason, message, ended].filter(Boolean).join(': ') || 'it has failed')
    }
    default: {
      const { waiting } = state
      return { kind: 'under-way', why: waiting && [waiting.reason, waiting.message].filter(Boolean).join(': ') }
    }
  }
}

const notStarted = (why: string): ProbeOutcome => ({ kind: 'ended', failed: [failedCheck('start', why)] })
