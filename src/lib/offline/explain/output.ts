import type { Explanation } from './explain.ts'
import { describeField, fieldData } from './explain-field.ts'
import { describeGate, gateExplanationData } from './explain-gate.ts'
import { describeRule, ruleData } from './explain-rule.ts'

interface Rendered {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
  readonly text: () => string
}

export function renderExplanation(explanation: Explanation): Rendered {
  switch (explanation.kind) {
    case 'field': {
      const { field } = explanation
      return { kind: 'FieldExplanation', data: fieldData(field), text: () => describeField(field) }
    }
    case 'gate': {
      const { gate } = explanation
      return { kind: 'GateExplanation', data: gateExplanationData(gate), text: () => describeGate(gate) }
    }
    case 'rule': {
      const { rule } = explanation
      return { kind: 'RuleExplanation', data: ruleData(rule), text: () => describeRule(rule) }
    }
  }
}
