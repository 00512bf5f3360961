import { type Right, rolesOf } from '../../../src/lib/admission/right.ts'
import type { Send, Who } from './api.ts'

interface Rule {
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

/** What RBAC grants in a namespace, cluster-wide rights included: each verb of each resource, by name. */
export async function grantedIn(send: Send, who: Who, namespace: string): Promise<readonly string[]> {
  const { status, body } = await send(who, {
    ...{ method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews' },
    body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace } },
  })
  if (status !== 201) throw new Error(`rules of ${namespace}: ${status} ${body.message}`)
  return spread((body as { status: { resourceRules: readonly Rule[] } }).status.resourceRules)
}

/** What the table says of the same. */
export const listedIn = (rights: readonly Right[], namespace: string): readonly string[] =>
  spread(
    rolesOf(rights)
      .filter((role) => role.namespace === undefined || role.namespace === namespace)
      .flatMap(({ rules }) => rules.map(({ apiGroups, ...rule }) => ({ ...rule, apiGroups }))),
  )

const spread = (rules: readonly Rule[]): readonly string[] =>
  [
    ...new Set(
      rules.flatMap(({ apiGroups = [], resources = [], resourceNames = ['*'], verbs }) =>
        apiGroups.flatMap((group) =>
          resources.flatMap((resource) =>
            resourceNames.flatMap((name) => verbs.map((verb) => `${verb} ${group}/${resource} ${name}`)),
          ),
        ),
      ),
    ),
  ].toSorted()
