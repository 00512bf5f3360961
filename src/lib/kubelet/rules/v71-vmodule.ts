import type { Effective } from '../defaults/effective.ts'
import { asInt, asText, member } from '../defaults/values.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { type Problem, unless } from './rule.ts'

/** klog stores it in an int32. */
const highestVerbosity = 2n ** 31n - 1n

export const limitVerbosity = (path: string, level: bigint): readonly Problem[] =>
  unless(level <= highestVerbosity, () => ({
    path,
    subject: path,
    message: `${level} must not be greater than ${highestVerbosity}`,
  }))

/** The part of V71 about the verbosity of individual source files. */
export function keepsVmodule(config: Effective, list: string): readonly Problem[] {
  return config.list(list).flatMap((item, index) => {
    const [pattern, level] = [member(item, 'filePattern'), member(item, 'verbosity')]
    const path = itemPath(list, index)
    return [
      ...limitPattern(`${path}.filePattern`, asText(pattern)).map((problem) => ({ at: pattern ?? item, ...problem })),
      ...limitVerbosity(`${path}.verbosity`, asInt(level)).map((problem) => ({ at: level ?? item, ...problem })),
    ]
  })
}

function limitPattern(path: string, pattern: string): readonly Problem[] {
  if (pattern === '') return [{ path, reason: 'FieldValueRequired', subject: path, message: 'must not be empty' }]
  return unless(!/[=,]/.test(pattern), () => ({
    path,
    subject: path,
    message: `${quote(pattern)} must not contain = or a comma`,
  }))
}
