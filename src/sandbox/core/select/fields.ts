import type { Kind } from '../model/kinds.ts'
import { isObject, type KubeObject } from '../model/object.ts'
import { badRequest } from '../model/refusal.ts'

export type FieldMatch = (object: KubeObject) => boolean

const metadata = ['metadata.name', 'metadata.namespace']
/** Supported field selectors besides metadata (register.go of each group, AddFieldLabelConversionFunc). */
const selectable: Readonly<Record<string, readonly string[]>> = {
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  namespaces: ['status.phase'],
  nodes: ['spec.unschedulable'],
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
}

/** Paths of selectable fields whose name is not their path. */
const paths: Readonly<Record<string, string>> = { source: 'source.component' }
const flags = ['spec.hostNetwork', 'spec.unschedulable']

interface Requirement {
  readonly field: string
  readonly value: string
  readonly equal: boolean
}

/** Parses `a=b,c!=d`. Throws Refusal for fields that are not selectable. */
export function parseFieldSelector(text: string | undefined, kind: Kind): readonly Requirement[] {
  if (text === undefined || text === '') return []
  return text.split(',').map((part) => {
    const [, field, operator, value] = /^([^=!]+)(==|=|!=)(.*)$/.exec(part) ?? []
    if (field === undefined || value === undefined)
      throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`)
    if (![...metadata, ...(selectable[kind.resource] ?? [])].includes(field))
      throw badRequest(notSelectable(field, kind))
    return { field, value: value.replaceAll(/\\(.)/g, '$1'), equal: operator !== '!=' }
  })
}

/** The message depends on whether the kind has selectable fields of its own. */
const notSelectable = (field: string, { resource }: Kind): string =>
  resource in selectable
    ? `field label not supported: ${field}`
    : `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`

/** The name that a selector requires, if any; authorization uses it. */
export const nameIn = (requirements: readonly Requirement[]): string | undefined =>
  requirements.find(({ field, equal }) => field === 'metadata.name' && equal)?.value

export const fieldMatchOf =
  (requirements: readonly Requirement[]): FieldMatch =>
  (object) =>
    requirements.every(({ field, value, equal }) => (textAt(object, field) === value) === equal)

/** Empty for an absent field, as in Go. */
function textAt(object: KubeObject, field: string): string {
  const path = paths[field] ?? field
  const found = path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), object)
  return found === undefined || found === null ? (flags.includes(field) ? 'false' : '') : String(found)
}
