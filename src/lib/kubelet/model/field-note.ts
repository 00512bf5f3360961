/** What people know about a field, and no table of the kubelet's says. */
export interface FieldNote {
  /** In one or two sentences. */
  readonly meaning: string
  /** What a number or a text counts, where its type does not tell. */
  readonly unit?: string
  /** How the default comes about when it depends on other fields, or what no value means. */
  readonly unset?: string
  /** Feature gates that decide whether it counts, and no rule asks for. */
  readonly gates?: readonly string[]
}
