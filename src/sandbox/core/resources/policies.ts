import type { V1ValidatingAdmissionPolicy, V1ValidatingAdmissionPolicyBinding } from '@kubernetes/client-node'
import type { KubeObject } from '../model/object.ts'
import { required } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'

type Policy = KubeObject & Pick<V1ValidatingAdmissionPolicy, 'spec'>
type Binding = KubeObject & Pick<V1ValidatingAdmissionPolicyBinding, 'spec'>

/** Stored, and never evaluated: there is no CEL here. Defaults of pkg/apis/admissionregistration/v1. */
export const policyStrategy: Partial<Strategy> = {
  defaults(object) {
    const { spec } = object as Policy
    if (spec?.matchConstraints === undefined) return object
    const { resourceRules, ...others } = spec.matchConstraints
    const rules = resourceRules?.map((rule) => ({ scope: '*', ...rule }))
    const matchConstraints = {
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      ...others,
      ...(rules && { resourceRules: rules }),
    }
    return { ...object, spec: { failurePolicy: 'Fail', ...spec, matchConstraints } } as KubeObject
  },
  validate(object) {
    const { matchConstraints, validations, auditAnnotations } = (object as Policy).spec ?? {}
    return [
      ...(matchConstraints === undefined ? [required('spec.matchConstraints')] : []),
      ...((validations?.length ?? 0) + (auditAnnotations?.length ?? 0) > 0
        ? []
        : [required('spec.validations', 'validations or auditAnnotations must contain at least one item')]),
    ]
  },
}

export const policyBindingStrategy: Partial<Strategy> = {
  validate(object) {
    const { policyName, validationActions = [] } = (object as Binding).spec ?? {}
    return [
      ...(policyName ? [] : [required('spec.policyName')]),
      ...(validationActions.length > 0 ? [] : [required('spec.validationActions')]),
    ]
  },
}
