import { expect } from '@jest/globals'
import { good } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'

async function review(subject: Subject, user: string, resourceAttributes: object): Promise<object> {
  const call = {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } },
    user,
  }
  return good(await subject.request<{ status: object }>(call)).status
}

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
