/** The keywords that the schemas use; the same in draft-07 and 2020-12. */
export interface Keywords {
  readonly type?: string | readonly string[]
  readonly enum?: readonly JsonValue[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly multipleOf?: number
  readonly pattern?: string
  readonly maxLength?: number
  readonly items?: Keywords
  readonly uniqueItems?: boolean
  readonly minItems?: number
  readonly contains?: Keywords
  readonly properties?: Readonly<Record<string, Keywords>>
  readonly additionalProperties?: Keywords | false
  readonly propertyNames?: Keywords
  readonly required?: readonly string[]
  readonly allOf?: readonly Keywords[]
  readonly anyOf?: readonly Keywords[]
  readonly not?: Keywords
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly JsonValue[]
}

type JsonValue = string | number | boolean | null
