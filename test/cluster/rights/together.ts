import type { Free } from '../../../src/lib/admission/right.ts'
import { tokenSeconds } from '../../../src/lib/agent/identity/token-times.ts'
import { longestMessage, ofNode as ofAgent } from '../../../src/lib/agent/manifests/agent-rights.ts'
import { longest as longestReport } from '../../../src/lib/agent/report/report.ts'
import { agent, balloon } from '../../../src/lib/names.ts'
import { ofBalloon, ofNode } from '../../../src/lib/sizes/manifests/rights.ts'
import { merge, strategic } from './api.ts'
import { documents, other, own } from './names.ts'
import { cordons } from './nodes.ts'
import { event } from './scene.ts'
import { collectionOf, pathTo, type Thing, thing } from './thing.ts'
import type { Case } from './walk.ts'

/** Each way from one state of a cordon to another. */
export const cordonings = (subject: string): readonly Case[] =>
  Object.keys(cordons).flatMap((name) =>
    marks.flatMap((mark) =>
      [true, false, null].map((unschedulable) => ({
        what: `${subject}: cordon ${name}: unschedulable ${unschedulable}, mark of ${mark?.length ?? 'no'} characters`,
        ...{ thing: thing('nodes', name), subresource: '', isNew: false },
        ...may(isAllowed(name, mark, unschedulable === true), ofNode),
        asked: () => ({
          ...{ method: 'PATCH', path: `/api/v1/nodes/${name}?dryRun=All&fieldManager=${balloon.fieldManager}` },
          ...{ contentType: merge },
          body: { metadata: { annotations: { [balloon.cordonAnnotation]: mark } }, spec: { unschedulable } },
        }),
      })),
    ),
  )

const may = (isNeeded: boolean, free: readonly Free[]) => ({ isNeeded, allowed: { free: isNeeded ? free : [] } })

const longest = 1024
const marks = ['x', 'y'.repeat(longest), 'y'.repeat(longest + 1), '', null] as const

/** A cordon comes with its mark, and goes with it; a cordon of somebody else stays. */
function isAllowed(name: string, mark: string | null, unschedulable: boolean): boolean {
  const { isMarked, unschedulable: was } = cordons[name] ?? { isMarked: false, unschedulable: false }
  if (mark !== null && mark.length > longest) return false
  const marksNow = mark !== null && mark !== ''
  if (marksNow) return unschedulable && (!was || isMarked)
  return isMarked ? !unschedulable || was : unschedulable === was
}

/** A resize of each of these pods, as nodesize asks for it. */
export const resizes = (subject: string, balloonPod: Thing, others: readonly Thing[]): readonly Case[] =>
  [balloonPod, ...others].map((pod) => ({
    ...{ what: `${subject}: resize ${pod.namespace}/${pod.name}`, thing: pod, subresource: 'resize', isNew: false },
    ...may(pod === balloonPod, ofBalloon),
    asked: () => ({
      ...{ method: 'PATCH', path: `${pathTo(pod, 'resize')}?dryRun=All&fieldManager=${balloon.fieldManager}` },
      ...{ contentType: strategic },
      body: { spec: { containers: [{ name: balloon.container, resources: { requests: { cpu: '2m' } } }] } },
    }),
  }))

/** What an agent writes of a Node, and the same with a fault. */
export const reports = (subject: string, isOwn: (node: string) => boolean, nodes: readonly string[]): readonly Case[] =>
  nodes.flatMap((node) =>
    Object.entries(reportFaults).map(([fault, { report = 'x', ...condition }]) => ({
      ...{ what: `${subject}: report of ${node}, ${fault}`, thing: thing('nodes', node), subresource: 'status' },
      ...{ isNew: false, ...may(isOwn(node) && fault === none, ofAgent) },
      asked: () => ({
        ...{ method: 'PATCH', path: `/api/v1/nodes/${node}/status?dryRun=All&fieldManager=${agent.fieldManager}` },
        ...{ contentType: strategic },
        body: {
          metadata: { annotations: { [agent.annotation.status]: report } },
          status: { conditions: [{ type: agent.condition, status: 'False', reason: 'Other', ...condition }] },
        },
      }),
    })),
  )

const none = 'without a fault'

const reportFaults: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  [none]: {},
  'a status that there is not': { status: 'Maybe' },
  'no reason': { reason: null },
  'an empty reason': { reason: '' },
  'a message that is too long': { message: 'x'.repeat(longestMessage + 1) },
  'an annotation that is too long': { report: 'x'.repeat(longestReport.report + 1) },
}

/** Tokens that an agent requests for itself, and others. */
export const tokens = (subject: string, account: string): readonly Case[] =>
  Object.entries(boundTo).map(([what, { isNeeded = false, spec }]) => ({
    ...{ what: `${subject}: token ${what}`, thing: thing('serviceaccounts', account, documents), subresource: 'token' },
    ...{ isNew: true, isNeeded, allowed: isNeeded ? { free: undefined } : 'nothing' },
    asked: () => ({
      ...{ method: 'POST', path: `${collectionOf(accounts)}/${account}/token?dryRun=All` },
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec },
    }),
  }))

const accounts = thing('serviceaccounts', '', documents)
const bound = (name: string, kind = 'Node') => ({ boundObjectRef: { apiVersion: 'v1', kind, name } })

const boundTo: Readonly<Record<string, { readonly isNeeded?: boolean; readonly spec: object }>> = {
  'for a month': { isNeeded: true, spec: { expirationSeconds: tokenSeconds, ...bound(own) } },
  'for more than a month': { spec: { expirationSeconds: tokenSeconds + 1, ...bound(own) } },
  'bound to another Node': { spec: { expirationSeconds: 3600, ...bound(other) } },
  'bound to a Secret': { spec: { expirationSeconds: 3600, ...bound(own, 'Secret') } },
  'bound to nothing': { spec: { expirationSeconds: 3600 } },
}

/** Events as an agent writes them, and nearly so. */
export const events = (subject: string): readonly Case[] =>
  Object.entries(told).map(([what, change]) => ({
    ...{ what: `${subject}: Event ${what}`, thing: thing('events', 'rights-own', 'default'), subresource: '' },
    ...{ isNew: true, isNeeded: what === ofItself, allowed: what === ofItself ? { free: undefined } : 'nothing' },
    asked: () => ({
      ...{ method: 'POST', path: '/api/v1/namespaces/default/events?dryRun=All' },
      body: { ...event('rights-new', own, agent.reportingComponent), ...change },
    }),
  }))

const ofItself = 'of its own Node'

const told: Readonly<Record<string, object>> = {
  [ofItself]: {},
  'of another Node': { involvedObject: { apiVersion: 'v1', kind: 'Node', name: other } },
  'by a part of its name': { reportingInstance: own.slice(0, -1) },
}
