import { expect } from '@jest/globals'
import { expectRefusal } from '../requests.ts'
import type { Case } from '../subject.ts'
import { review } from '../users.ts'

export const accessReviews: readonly Case[] = [
  {
    name: 'access review: the administrator may do everything',
    async run(subject) {
      const body = { spec: { resourceAttributes: { verb: '*', resource: '*', group: '*' } } }
      const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
      const reply = await subject.request({ method: 'POST', path, body })
      expect(reply).toMatchObject({ status: 201, body: { kind: 'SelfSubjectAccessReview', status: { allowed: true } } })
    },
  },
  {
    name: 'access review: a user without a role may not resize',
    async run(subject) {
      const attributes = { namespace: 'default', verb: 'patch', resource: 'pods', subresource: 'resize' }
      expect(await review(subject, subject.name(), attributes)).toMatchObject({ allowed: false })
    },
  },
  {
    name: 'access review: one that asks nothing is invalid',
    async run(subject) {
      const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
      expectRefusal(await subject.request({ method: 'POST', path, body: { spec: {} } }), {
        code: 422,
        reason: 'Invalid',
        message:
          '.authorization.k8s.io "" is invalid: spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
      })
    },
  },
  {
    name: 'self subject review: it says who asks',
    async run(subject) {
      const user = subject.name()
      const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
      const reply = await subject.request({ method: 'POST', path, body: {}, user })
      expect(reply).toMatchObject({
        status: 201,
        body: { kind: 'SelfSubjectReview', status: { userInfo: { username: user, groups: ['system:authenticated'] } } },
      })
    },
  },
]
