/** metav1.LabelSelector. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: string
    readonly values?: readonly string[]
  }[]
}

/** An empty selector matches everything. An operator that Kubernetes does not have matches nothing. */
export function matchesLabels(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key]
      const isIn = value !== undefined && values.includes(value)
      if (operator === 'In') return isIn
      if (operator === 'NotIn') return !isIn
      if (operator === 'Exists') return value !== undefined
      return operator === 'DoesNotExist' && value === undefined
    })
  )
}
