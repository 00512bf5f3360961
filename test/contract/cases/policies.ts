import { expect } from '@jest/globals'
import { expectRefusal, good, make, patchCall, pathOf, read } from '../requests.ts'
import type { Case, Entity } from '../subject.ts'

const policies = pathOf('validatingadmissionpolicies')
const bindings = pathOf('validatingadmissionpolicybindings')

/** For a kind that nobody has: it matches nothing. */
const rule = { apiGroups: ['nobody.example.com'], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['things'] }
const policyOf = (name: string) => ({
  metadata: { name },
  spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] },
})
const bindingOf = (name: string) => ({ metadata: { name }, spec: { policyName: name, validationActions: ['Deny'] } })

interface Policy extends Entity {
  readonly spec: object
}

export const admissionPolicies: readonly Case[] = [
  {
    name: 'admission policies: defaults are filled in',
    async run(subject) {
      const name = subject.name()
      const made = await make<Policy>(subject, policies, policyOf(name))
      expect(made.spec).toEqual({
        failurePolicy: 'Fail',
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [{ ...rule, scope: '*' }],
        },
        validations: [{ expression: 'true' }],
      })
      expect(made.metadata).toMatchObject({ generation: 1 })
    },
  },
  {
    name: 'admission policies: one that checks nothing is refused',
    async run(subject) {
      const { metadata, spec } = policyOf(subject.name())
      const body = { metadata, spec: { ...spec, validations: [] } }
      expectRefusal(await subject.request({ method: 'POST', path: policies, body }), {
        code: 422,
        reason: 'Invalid',
        message: /spec\.validations: Required value/,
      })
    },
  },
  {
    name: 'admission policies: one that matches nothing is refused',
    async run(subject) {
      const { metadata, spec } = policyOf(subject.name())
      const body = { metadata, spec: { validations: spec.validations } }
      expectRefusal(await subject.request({ method: 'POST', path: policies, body }), {
        code: 422,
        reason: 'Invalid',
        message: /spec\.matchConstraints: Required value/,
      })
    },
  },
  {
    name: 'admission policies: the same applied again changes nothing',
    async run(subject) {
      const name = subject.name()
      const made = await make<Policy>(subject, policies, policyOf(name))
      const body = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        ...policyOf(name),
      }
      const query = { fieldManager: 'test', force: 'true' }
      const applied = good(await subject.request<Policy>({ ...patchCall(`${policies}/${name}`, 'apply', body), query }))
      expect(applied.spec).toEqual(made.spec)
    },
  },
  {
    name: 'admission policies: a binding needs a policy and an action',
    async run(subject) {
      const name = subject.name()
      const made = await make(subject, bindings, bindingOf(name))
      expect(await read(subject, `${bindings}/${name}`)).toEqual(made)
      const body = { metadata: { name: subject.name() }, spec: {} }
      expectRefusal(await subject.request({ method: 'POST', path: bindings, body }), {
        code: 422,
        reason: 'Invalid',
        message: /spec\.policyName: Required value.*spec\.validationActions: Required value/s,
      })
    },
  },
]
