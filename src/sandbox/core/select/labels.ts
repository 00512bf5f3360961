import { badRequest } from '../model/refusal.ts'

type Labels = Readonly<Record<string, string>>
export type LabelMatch = (labels: Labels) => boolean

const everything: LabelMatch = () => true
const key = '[A-Za-z0-9]([-A-Za-z0-9_./]*[A-Za-z0-9])?'
const value = '([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?'
const equality = new RegExp(`^(?<key>${key})\\s*(?<operator>=|==|!=)\\s*(?<value>${value})$`)
const membership = new RegExp(`^(?<key>${key})\\s+(?<operator>in|notin)\\s*\\((?<values>[^()]*)\\)$`)
const existence = new RegExp(`^(?<negation>!?)\\s*(?<key>${key})$`)

/** Parses a label selector: equality, set and existence requirements. */
export function parseLabelSelector(text: string | undefined): LabelMatch {
  if (text === undefined || text.trim() === '') return everything
  const matches = text.split(/,(?![^(]*\))/).map((part) => requirementOf(part.trim(), text))
  return (labels) => matches.every((match) => match(labels))
}

function requirementOf(part: string, text: string): LabelMatch {
  const equal = equality.exec(part)?.groups
  if (equal !== undefined) return oneOf(equal['key']!, [equal['value']!], equal['operator'] !== '!=')
  const member = membership.exec(part)?.groups
  if (member !== undefined) {
    const values = member['values']!.split(',').map((each) => each.trim())
    return oneOf(member['key']!, values, member['operator'] === 'in')
  }
  const exists = existence.exec(part)?.groups
  if (exists !== undefined) return (labels) => Object.hasOwn(labels, exists['key']!) === (exists['negation'] === '')
  throw badRequest(
    `unable to parse requirement: found '${part}', expected: a label selector${part === text ? '' : ` in '${text}'`}`,
  )
}

/** An object without the label matches != and notin. */
const oneOf =
  (label: string, values: readonly string[], wanted: boolean): LabelMatch =>
  (labels) =>
    (labels[label] !== undefined && values.includes(labels[label])) === wanted

interface ObjectSelector {
  readonly matchLabels?: Labels
  readonly matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[]
}

/** A metav1.LabelSelector, as in a spec. */
export function labelSelectorOf({ matchLabels = {}, matchExpressions = [] }: ObjectSelector): LabelMatch {
  const matches = [
    ...Object.entries(matchLabels).map(([label, wanted]) => oneOf(label, [wanted], true)),
    ...matchExpressions.map(expressionOf),
  ]
  return (labels) => matches.every((match) => match(labels))
}

export function expressionOf(expression: { key: string; operator: string; values?: readonly string[] }): LabelMatch {
  const { key: label, operator, values = [] } = expression
  switch (operator) {
    case 'In':
      return oneOf(label, values, true)
    case 'NotIn':
      return oneOf(label, values, false)
    case 'Exists':
      return (labels) => Object.hasOwn(labels, label)
    case 'DoesNotExist':
      return (labels) => !Object.hasOwn(labels, label)
    case 'Gt':
      return (labels) => Object.hasOwn(labels, label) && Number(labels[label]) > Number(values[0])
    case 'Lt':
      return (labels) => Object.hasOwn(labels, label) && Number(labels[label]) < Number(values[0])
    default:
      return () => false
  }
}
