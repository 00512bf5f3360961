/** Documentation of a field that is not in the tables from the kubelet. */
export interface FieldNote {
  /** In one or two sentences. */
  readonly meaning: string
  /** The unit of a number or string, where its type does not say it. */
  readonly unit?: string
  /** What an unset field means, or how its default depends on other fields. */
  readonly unset?: string
  /** Feature gates that decide whether the field has an effect, and that no rule names. */
  readonly gates?: readonly string[]
}
