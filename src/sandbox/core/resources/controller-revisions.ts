import type { V1ControllerRevision } from '@kubernetes/client-node'
import { type KubeObject, sameJson } from '../model/object.ts'
import { type FieldProblem, invalidValue, required } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'

type Revision = KubeObject & Pick<V1ControllerRevision, 'data' | 'revision'>

/** pkg/apis/apps/validation, ValidateControllerRevision. */
export const controllerRevisionStrategy: Partial<Strategy> = {
  defaults: (object) => ({ ...object, revision: (object as Revision).revision ?? 0 }) as KubeObject,
  validate: (object, { previous }) => problemsOf(object as Revision, previous as Revision | undefined),
}

function problemsOf({ data, revision }: Revision, previous: Revision | undefined): readonly FieldProblem[] {
  return [
    ...(data === undefined || data === null ? [required('data', 'data is mandatory')] : []),
    ...(revision < 0 ? [invalidValue('revision', revision, 'must be greater than or equal to 0')] : []),
    ...(previous !== undefined && !sameJson(data ?? null, previous.data ?? null)
      ? [invalidValue('data', data, 'field is immutable')]
      : []),
  ]
}
