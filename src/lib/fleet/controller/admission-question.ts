import * as v from 'valibot'
import { type ConfigMap, documentOf } from '../../documents/cluster/document-object.ts'
import { adviceOf, messageOf } from '../../message/describe.ts'
import { document as names } from '../../names.ts'
import type { AdmissionFact } from '../admission/admission-messages.ts'
import type { AdmissionVerdict, DocumentWrite } from '../admission/review-write.ts'

/** What an API server asks: an AdmissionReview of admission.k8s.io/v1. */
export interface Question {
  readonly uid: string
  /** Nothing is to be stored. */
  readonly isDryRun: boolean
  /** Who writes has said by itself what there is to warn of. */
  readonly isPush: boolean
  /** undefined: it is not about a document that somebody writes. */
  readonly write: DocumentWrite | undefined
}

const version = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' } as const

const texts = v.optional(v.record(v.string(), v.string()))
const object = v.nullish(
  v.looseObject({ metadata: v.looseObject({ name: v.string() }), data: texts, binaryData: texts }),
)

const schema = v.object({
  apiVersion: v.literal(version.apiVersion),
  kind: v.literal(version.kind),
  request: v.object({
    uid: v.string(),
    operation: v.string(),
    namespace: v.optional(v.string()),
    dryRun: v.optional(v.boolean()),
    resource: v.object({ group: v.string(), version: v.string(), resource: v.string() }),
    object,
    oldObject: object,
    options: v.nullish(v.looseObject({ fieldManager: v.optional(v.string()) })),
  }),
})

/** undefined: nobody who speaks this protocol has sent it. `documents`: their namespace. */
export function readQuestion(body: unknown, documents: string): Question | undefined {
  const read = v.safeParse(schema, body)
  if (!read.success) return undefined
  const { uid, operation, namespace, dryRun, resource, object, oldObject, options } = read.output.request
  const isConfigMap = resource.group === '' && resource.resource === 'configmaps' && namespace === documents
  const document = isConfigMap && object ? documentOf(object as ConfigMap) : undefined
  const before = oldObject ? documentOf(oldObject as ConfigMap) : undefined
  const isWrite = operation === 'CREATE' || operation === 'UPDATE'
  const isPush = options?.fieldManager === names.fieldManager
  return { uid, isDryRun: dryRun === true, isPush, write: document && isWrite ? { document, before } : undefined }
}

/** Characters of a warning that API servers pass on: of all together it is 4096. */
const longestWarning = 1_024
const mostWarnings = 4

/** What kubectl prints after `denied the request:`, and as warnings. */
export function answerTo({ uid, isPush }: Question, { refusal, warnings }: AdmissionVerdict): object {
  return {
    ...version,
    response: {
      uid,
      allowed: refusal === undefined,
      ...(refusal && { status: statusOf(refusal) }),
      ...(warnings.length > 0 && !isPush && { warnings: shortened(warnings.map(messageOf)) }),
    },
  }
}

/** Of what is Invalid, kubectl edit prints no message; of what is Forbidden, it would look like a missing right. */
const statusOf = (refusal: AdmissionFact) => ({ code: 400, reason: 'BadRequest', message: adviceOf(refusal) })

/** One line each: they travel in a header. */
function shortened(texts: readonly string[]): readonly string[] {
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => [...line.trim()].slice(0, longestWarning).join(''))
  const rest = lines.length - mostWarnings
  return rest <= 0
    ? lines
    : [...lines.slice(0, mostWarnings - 1), `and ${rest + 1} more: kubeletcfg validate shows them`]
}
