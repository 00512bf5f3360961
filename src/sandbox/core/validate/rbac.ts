import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import type { Binding } from '../access/authorize.ts'
import { otherWordsSince, type Release } from '../model/api.ts'
import { type FieldProblem, required, unsupported } from '../model/refusal.ts'

type Rule = NonNullable<V1ClusterRole['rules']>[number]
type Grantee = NonNullable<V1RoleBinding['subjects']>[number]

const apiGroup = 'rbac.authorization.k8s.io'

/** Problems in a rule of a role (pkg/apis/rbac/validation, ValidatePolicyRule). */
export function ruleProblems(rule: Rule, field: string, { minor }: Release): FieldProblem[] {
  const { verbs, apiGroups = [], resources = [], nonResourceURLs = [] } = rule
  const missing = (part: string, why: string) => [required(`${field}.${part}`, why)]
  return [
    ...(verbs?.length > 0
      ? []
      : missing('verbs', minor < otherWordsSince ? 'verbs must contain at least one value' : '')),
    ...(nonResourceURLs.length > 0 || apiGroups.length > 0
      ? []
      : missing('apiGroups', 'resource rules must supply at least one api group')),
    ...(nonResourceURLs.length > 0 || resources.length > 0
      ? []
      : missing('resources', 'resource rules must supply at least one resource')),
  ]
}

/**
 * The default apiGroup is that of RBAC for users and groups, and empty for service accounts
 * (pkg/apis/rbac/v1/defaults.go).
 */
export function bindingDefaults(binding: Binding): Binding {
  const { roleRef, subjects } = binding
  const withGroup = (subject: Grantee): Grantee =>
    subject.kind === 'User' || subject.kind === 'Group' ? { apiGroup, ...subject } : subject
  return {
    ...binding,
    roleRef: { apiGroup, ...roleRef },
    ...(subjects !== undefined && { subjects: subjects.map(withGroup) }),
  }
}

export function bindingProblems({ kind, roleRef, subjects = [] }: Binding): FieldProblem[] {
  const roles = kind === 'ClusterRoleBinding' ? ['ClusterRole'] : ['Role', 'ClusterRole']
  return [
    ...(roles.includes(roleRef.kind) ? [] : [unsupported('roleRef.kind', roleRef.kind ?? '', roles)]),
    ...(roleRef.name ? [] : [required('roleRef.name')]),
    ...subjects.flatMap((subject, i) => subjectProblems(subject, `subjects[${i}]`, kind === 'RoleBinding')),
  ]
}

const grantees = ['ServiceAccount', 'User', 'Group']

/** In a RoleBinding, a service account may omit its namespace. */
function subjectProblems({ kind, name, namespace }: Grantee, field: string, isNamespaced: boolean): FieldProblem[] {
  if (!name) return [required(`${field}.name`)]
  if (!grantees.includes(kind)) return [unsupported(`${field}.kind`, kind, grantees)]
  return kind === 'ServiceAccount' && !namespace && !isNamespaced ? [required(`${field}.namespace`)] : []
}
