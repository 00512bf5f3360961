import type { Target } from '../../documents/target.ts'
import type { TargetFact } from '../../documents/target-messages.ts'
import { targetOfFile, validTargetOfConfigMap } from '../../documents/target-of-file.ts'
import { type FileSubject, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { document } from '../../names.ts'
import { metadataOf } from '../../yaml/read/holding.ts'
import type { Member } from '../../yaml/read/survey.ts'
import {
  ConfigMapInOtherNamespace,
  ConfigMapWithoutKey,
  ConfigMapWithoutTarget,
  FileNameWithoutTarget,
  NoTarget,
  type PushFact,
} from './push-messages.ts'

/** The target that the name of a file gives. Throws Failure 'invalid', and 'usage' for a single file, whose name does not count. */
export function targetByName({
  file,
  targets,
}: {
  readonly file: string
  readonly targets: readonly Target[] | 'by-name' | 'by-contents'
}): Target {
  const subject = fileSubject(file)
  if (targets === 'by-contents') throw refusal(NoTarget({ subject }), 'usage')
  try {
    return targetOfFile(file)
  } catch (error) {
    throw refusal(FileNameWithoutTarget({ subject, because: targetFact(error) }))
  }
}

/** The target that the name of a ConfigMap gives. Throws Failure 'invalid'. */
export function targetInConfigMap({ reading, inside }: Member, subject: FileSubject, wanted: string): Target {
  const { name: configMap, namespace = wanted } = reading.outcome === 'tree' ? metadataOf(reading.tree) : {}
  const target = validTarget(subject, configMap)
  if (target === undefined || configMap === undefined) throw refusal(ConfigMapWithoutTarget({ subject, configMap }))
  if (namespace !== wanted) throw refusal(ConfigMapInOtherNamespace({ subject, configMap, namespace, wanted }))
  if (inside?.key !== document.key) throw refusal(ConfigMapWithoutKey({ subject, configMap }))
  return target
}

function validTarget(subject: FileSubject, configMap: string | undefined): Target | undefined {
  try {
    return configMap === undefined ? undefined : validTargetOfConfigMap(configMap)
  } catch (error) {
    throw refusal(ConfigMapWithoutTarget({ subject, configMap, because: targetFact(error) }))
  }
}

function targetFact(error: unknown): TargetFact {
  if (error instanceof Failure) return error.fact as TargetFact
  throw error
}

const refusal = (fact: PushFact, code: 'invalid' | 'usage' = 'invalid'): Failure<PushFact> => new Failure(code, fact)
