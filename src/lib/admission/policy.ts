import type { ObjectBody } from '../api/object.ts'

export interface Resources {
  /** The core group without it. */
  readonly group?: string
  readonly resources: readonly string[]
  readonly names?: readonly string[]
}

/** CEL. */
export interface Named {
  readonly name: string
  readonly expression: string
}

export interface Check {
  readonly expression: string
  /** What a client reads when it is false. */
  readonly message: string
}

export interface Policy {
  readonly name: string
  readonly matching: readonly Resources[]
  readonly operations: readonly ('CREATE' | 'UPDATE' | 'DELETE')[]
  /** Only objects of this namespace. */
  readonly namespace?: string
  /** All of them true: the policy applies. It must not apply to others: a policy that fails denies. */
  readonly conditions: readonly Named[]
  readonly variables?: readonly Named[]
  readonly checks: readonly Check[]
}

/** A policy and its binding. It denies when it cannot be evaluated. */
export const policyObjects = (
  { name, matching, operations, namespace, conditions, variables = [], checks }: Policy,
  labels: Readonly<Record<string, string>>,
): readonly [ObjectBody, ObjectBody] => [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name, labels },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        ...(namespace !== undefined && {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        }),
        resourceRules: matching.map(({ group = '', resources, names }) => ({
          apiGroups: [group],
          apiVersions: ['v1'],
          operations,
          resources,
          ...(names && { resourceNames: names }),
          // The default: kubectl apply replaces this list as a whole, and would find a difference each time.
          scope: '*',
        })),
      },
      matchConditions: conditions,
      ...(variables.length > 0 && { variables }),
      validations: checks.map((check) => ({ ...check, reason: 'Forbidden' })),
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name, labels },
    spec: { policyName: name, validationActions: ['Deny'] },
  },
]

/** A text as a CEL literal. */
export const literal = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

export const literals = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`
