import type { V1ValidatingAdmissionPolicy, V1ValidatingAdmissionPolicyBinding } from '@kubernetes/client-node'
import type { KubeObject } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

type Policy = KubeObject & Pick<V1ValidatingAdmissionPolicy, 'spec'>
type Binding = KubeObject & Pick<V1ValidatingAdmissionPolicyBinding, 'spec'>

const none = '<unset>'

export const policyColumns: readonly Column[] = [
  nameColumn,
  { name: 'Validations', type: 'integer', cell: (object) => (object as Policy).spec?.validations?.length ?? 0 },
  {
    name: 'ParamKind',
    cell(object) {
      const { apiVersion, kind } = (object as Policy).spec?.paramKind ?? {}
      return kind === undefined ? none : `${apiVersion}/${kind}`
    },
  },
  ageColumn,
]

export const policyBindingColumns: readonly Column[] = [
  nameColumn,
  { name: 'PolicyName', cell: (object) => (object as Binding).spec?.policyName ?? '' },
  {
    name: 'ParamRef',
    cell(object) {
      const { name, namespace, selector } = (object as Binding).spec?.paramRef ?? {}
      if (name === undefined) return selector === undefined ? none : '<selector>'
      return namespace === undefined ? name : `${namespace}/${name}`
    },
  },
  ageColumn,
]
