import { type Check, literal, literals, type Named } from '../../admission/policy.ts'
import { type Free, freeBelow, freeFields, type Right } from '../../admission/right.ts'
import { ofServer, sameBut } from '../../admission/unchanged.ts'

/** What a controller is called in its policy, such as `the reconciler`, and in the cluster. */
export interface Who {
  readonly called: string
  /** Of its ServiceAccount and its Lease. */
  readonly name: string
  readonly reportingComponent: string
}

/** Metadata that the API server itself writes. */
export const served: readonly string[] = ['managedFields', ...ofServer]
export const managed = freeFields(['metadata'], ['managedFields'])

const ofNewLease = freeFields([], ['spec'])
const ofLease: readonly Free[] = [...managed, ...ofNewLease]
const ofOldEvent: readonly Free[] = [...managed, ...freeFields([], ['series'])]

const ofNewEvent = (about: string, { reportingComponent }: Who): readonly Free[] => [
  { path: ['involvedObject'], within: about },
  { path: ['reportingComponent'], within: reportingComponent },
  ...freeFields([], ['reason', 'action', 'message', 'type', 'eventTime', 'series', 'related', 'reportingInstance']),
  ...freeFields([], ['firstTimestamp', 'lastTimestamp', 'count']),
  ...freeFields(['source'], ['host']),
]

/** `about`: of what it tells, for the page. */
export const eventRight = (where: string, about: string, who: Who): Right => ({
  ...{ where, resources: ['events'], verbs: ['create', 'patch'] },
  ...{ creates: ofNewEvent(about, who), changes: ofOldEvent, purpose: 'what it did, and how often' },
})

const leases = { group: 'coordination.k8s.io', resources: ['leases'] } as const

export const leaseRights = (where: string, { name }: Who): readonly Right[] => [
  { ...leases, where, verbs: ['create'], creates: ofNewLease, purpose: 'its own Lease' },
  { ...leases, where, names: [name], verbs: ['get', 'patch'], changes: ofLease, purpose: 'which replica acts' },
]

/** Its ServiceAccount alone: for any other client, the policy is one comparison of two texts. */
export const accountCondition = (conditionName: string, namespace: string, { name }: Who): Named => ({
  name: conditionName,
  expression: `request.userInfo.username == ${literal(`system:serviceaccount:${namespace}:${name}`)}`,
})

/** What the checks of its policy use. */
export const writeVariables: readonly Named[] = [
  {
    name: 'resource',
    expression: "request.resource.resource + (has(request.subResource) ? '/' + request.subResource : '')",
  },
  { name: 'isUpdate', expression: "request.operation == 'UPDATE'" },
]

/** Keys of the metadata of a new object that nobody chooses, but for its name. */
export const named: readonly string[] = ['name', 'namespace', 'uid', 'creationTimestamp', ...served]
const hasPlainMetadata = `dyn(object).metadata.all(k, k in ${literals(named)})`

/** CEL: an update changes only these fields, and a new object has no metadata but its name. */
export const changesOnly = (free: readonly Free[]): string =>
  `variables.isUpdate ? (${sameBut('', freeBelow(free, []))} && ${sameBut('.metadata', served)}) : ${hasPlainMetadata}`

/** It has one Lease, and creates it. */
export const leaseChecks = ({ called, name }: Who): readonly Check[] => [
  {
    expression: `request.operation != 'DELETE' && object.metadata.name == ${literal(name)}`,
    message: `${called} writes the Lease ${name} only, and deletes none`,
  },
  { expression: changesOnly(ofLease), message: `${called} writes no metadata of its Lease` },
]

interface About {
  /** CEL: the Event is about one of these. */
  readonly isAbout: string
  /** Such as `Nodes`. */
  readonly plural: string
}

/** It tells in its own name, and counts what it has told. */
export const eventChecks = ({ called, reportingComponent }: Who, { isAbout, plural }: About): readonly Check[] => {
  const isOwn = (event: string) => `${event}.reportingComponent == ${literal(reportingComponent)}`
  return [
    {
      expression: [
        "request.operation != 'DELETE'",
        `(variables.isUpdate ? ${isOwn('oldObject')} : ${isOwn('object')})`,
        isAbout,
        '!has(object.source.component)',
      ].join(' && '),
      message: `${called} writes Events of ${plural} by ${reportingComponent} only, and deletes none`,
    },
    {
      expression: changesOnly(ofOldEvent),
      message: `${called} changes nothing of an Event but its series, and writes no other metadata than its name`,
    },
  ]
}

/** Checks that concern one resource. */
export const only = (resource: string, checks: readonly Check[]): readonly Check[] =>
  checks.map(({ expression, message }) => ({
    expression: `request.resource.resource != ${literal(resource)} || (${expression})`,
    message,
  }))
