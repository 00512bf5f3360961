import { type ConfigMap, sameJson } from '../model/object.ts'
import { type FieldProblem, forbidden, invalidValue, tooLong } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'
import { Unreadable } from '../model/unreadable.ts'
import { bytesOf } from '../validate/metadata.ts'

/** Limit on the sum of all values of data and binaryData; keys do not count. */
const maxBytes = 1_048_576
const isKey = /^[-._a-zA-Z0-9]+$/
const notKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
const isBase64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const configMapStrategy: Partial<Strategy> = {
  defaults(object) {
    for (const value of Object.values((object as ConfigMap).binaryData ?? {}))
      if (!isBase64.test(value)) throw new Unreadable('illegal base64 data at input byte 0')
    return object
  },
  validate: (object, { previous }) => problemsOf(object as ConfigMap, previous as ConfigMap | undefined),
}

function problemsOf(
  { data = {}, binaryData = {}, immutable }: ConfigMap,
  previous: ConfigMap | undefined,
): FieldProblem[] {
  const keys = [...Object.keys(data), ...Object.keys(binaryData)]
  const bytes =
    Object.values(data).reduce((sum, text) => sum + bytesOf(text), 0) +
    Object.values(binaryData).reduce((sum, text) => sum + atob(text).length, 0)
  return [
    ...Object.keys(data).flatMap((key) => [
      ...keyProblems('data', key),
      ...(Object.hasOwn(binaryData, key)
        ? [invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')]
        : []),
    ]),
    ...Object.keys(binaryData).flatMap((key) => keyProblems('binaryData', key)),
    ...(keys.length > 0 && bytes > maxBytes ? [tooLong('[]', `may not be more than ${maxBytes} bytes`)] : []),
    ...immutableProblems({ data, binaryData, immutable }, previous),
  ]
}

const keyProblems = (field: string, key: string): FieldProblem[] =>
  isKey.test(key) && key.length <= 253 && key !== '.' && key !== '..'
    ? []
    : [invalidValue(`${field}[${key}]`, key, notKey)]

type Content = { data: object; binaryData: object; immutable: boolean | undefined }

function immutableProblems({ data, binaryData, immutable }: Content, previous: ConfigMap | undefined): FieldProblem[] {
  if (!previous?.immutable) return []
  const why = 'field is immutable when `immutable` is set'
  return [
    ...(immutable ? [] : [forbidden('immutable', why)]),
    ...(sameJson(data, previous.data ?? {}) ? [] : [forbidden('data', why)]),
    ...(sameJson(binaryData, previous.binaryData ?? {}) ? [] : [forbidden('binaryData', why)]),
  ]
}
