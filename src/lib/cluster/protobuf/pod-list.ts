import type { Pod } from '../../api/pod.ts'
import { usedConditions, usedLabels } from '../../api/pod.ts'
import type { Status } from '../../api/status.ts'
import { Malformed } from '../http/answer.ts'
import type { ListOf, Protobuf } from '../http/transport.ts'
import {
  bool,
  endOf,
  type Fields,
  int32,
  int64,
  message,
  messages,
  messagesWith,
  quantities,
  type Reader,
  readerOf,
  readFields,
  text,
  texts,
  textsOf,
  time,
} from './wire.ts'

/** The fields of pods that sizing uses, by their numbers in k8s.io/api/core/v1/generated.proto: they never change. */
const owner: Fields = { 1: text('kind'), 3: text('name'), 4: text('uid'), 6: bool('controller') }
const managedFields: Fields = { 1: text('manager'), 4: time('time'), 8: text('subresource') }
const metadata: Fields = {
  1: text('name'),
  3: text('namespace'),
  5: text('uid'),
  6: text('resourceVersion'),
  7: int64('generation'),
  8: time('creationTimestamp'),
  9: time('deletionTimestamp'),
  11: textsOf('labels', usedLabels),
  13: messages('ownerReferences', owner),
  17: messagesWith('managedFields', managedFields, { number: 8, wanted: ['resize'] }),
}
const resources: Fields = { 1: quantities('limits'), 2: quantities('requests') }
const container: Fields = { 1: text('name'), 8: message('resources', resources), 24: text('restartPolicy') }
const nodeSelectorTerm: Fields = { 2: messages('matchFields', { 1: text('key'), 3: texts('values') }) }
const nodeAffinity: Fields = {
  1: message('requiredDuringSchedulingIgnoredDuringExecution', { 1: messages('nodeSelectorTerms', nodeSelectorTerm) }),
}
const spec: Fields = {
  2: messages('containers', container),
  10: text('nodeName'),
  18: message('affinity', { 1: message('nodeAffinity', nodeAffinity) }),
  20: messages('initContainers', container),
  24: text('priorityClassName'),
  25: int32('priority'),
  31: text('preemptionPolicy'),
  32: quantities('overhead'),
  40: message('resources', resources),
}
const condition: Fields = {
  1: text('type'),
  2: text('status'),
  4: time('lastTransitionTime'),
  5: text('reason'),
  6: text('message'),
  7: int64('observedGeneration'),
}
const containerStatus: Fields = {
  1: text('name'),
  2: message('state', { 1: message('waiting', { 1: text('reason'), 2: text('message') }), 2: message('running', {}) }),
  10: quantities('allocatedResources'),
  11: message('resources', resources),
}
const status: Fields = {
  1: text('phase'),
  2: messagesWith('conditions', condition, { number: 1, wanted: usedConditions }),
  3: text('message'),
  4: text('reason'),
  8: messages('containerStatuses', containerStatus),
  10: messages('initContainerStatuses', containerStatus),
  17: int64('observedGeneration'),
  19: quantities('allocatedResources'),
}
const pod: Fields = { 1: message('metadata', metadata), 2: message('spec', spec), 3: message('status', status) }
const listMeta: Fields = { 2: text('resourceVersion'), 3: text('continue') }

/** A list of pods, with the fields of them that sizing uses. A pod is decoded when it is reached, or throws Malformed. */
export const podList: Protobuf = { read: (body) => decode(() => readPodList(body)), status: (body) => readStatus(body) }

function readPodList(body: Uint8Array): ListOf<Pod> {
  const { reader, end } = openEnvelope(body, 'PodList')
  let metadata = {}
  const starts: number[] = []
  while (reader.pos < end) {
    const tag = reader.uint32()
    if (tag >>> 3 === 1) metadata = readFields(reader, endOf(reader), listMeta)
    else if (tag >>> 3 === 2) starts.push(reader.pos)
    if (tag >>> 3 !== 1) reader.skipType(tag & 7)
  }
  return { metadata, items: { [Symbol.iterator]: () => pods(reader, starts) } }
}

function* pods(reader: Reader, starts: readonly number[]): Generator<Pod> {
  for (const start of starts) {
    reader.pos = start
    yield decode(() => readFields(reader, endOf(reader), pod)) as unknown as Pod
  }
}

const details: Fields = {
  1: text('name'),
  2: text('group'),
  3: text('kind'),
  4: messages('causes', { 1: text('reason'), 2: text('message'), 3: text('field') }),
  5: int64('retryAfterSeconds'),
  6: text('uid'),
}
const fields: Fields = {
  2: text('status'),
  3: text('message'),
  4: text('reason'),
  5: message('details', details),
  6: int32('code'),
}

/** A refusal of the API server. Throws Malformed. */
const readStatus = (body: Uint8Array): Status =>
  decode(() => {
    const { reader, end } = openEnvelope(body, 'Status')
    return { kind: 'Status', ...readFields(reader, end, fields) } as Status
  })

/** What `read` returns. Throws Malformed instead of any other error. */
function decode<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Malformed('not the protobuf that was asked for', { cause: error })
  }
}

/** Precedes every message (k8s.io/apimachinery, runtime/serializer/protobuf). */
const prefix = Buffer.from('k8s\0')

const typeMeta: Fields = { 2: text('kind') }

/** A reader of the object of this kind in a body, which ends at `end`. Throws when there is none. */
function openEnvelope(body: Uint8Array, kind: string): { readonly reader: Reader; readonly end: number } {
  if (!prefix.equals(body.subarray(0, prefix.length))) throw new RangeError('not a body of Kubernetes')
  const reader = readerOf(body)
  reader.skip(prefix.length)
  let found: unknown
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if (tag >>> 3 === 1) found = readFields(reader, endOf(reader), typeMeta)['kind']
    else if (tag >>> 3 === 2 && found === kind) return { reader, end: endOf(reader) }
    else reader.skipType(tag & 7)
  }
  throw new RangeError(`no ${kind}`)
}
