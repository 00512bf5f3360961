/** A configuration, and what a kubelet of the cluster's release does when it is started with it. */
export interface Verdict {
  /** Fields in YAML; each takes the place of the node's own of that name. */
  readonly fields: string
  /** Of our finding: what stops the kubelet, what only the host decides, or what the kubelet drops and goes on. */
  readonly rule?: string
  readonly ends: 'runs' | 'exit 1' | 'exit 2' | 'exit 1 or hangs'
  /** In the kubelet's log. */
  readonly says?: string
}

/** The fields, the rule and the text of a kubelet that ends. */
export type Row = readonly [fields: string, rule: string, says: string]

export const refused = ([fields, rule, says]: Row): Verdict => ({ fields, rule, says, ends: 'exit 1' })
export const runs = (fields: string): Verdict => ({ fields, ends: 'runs' })
