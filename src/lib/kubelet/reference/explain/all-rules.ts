import { hazards } from '../../hazards/all.ts'
import { gateRules, validationRules } from '../../rules/all.ts'
import type { Rule } from '../../rules/rule.ts'
import { startupRules } from '../../startup/all.ts'

/** All rules about values, in the kubelet's order. */
export const allRules: readonly Rule[] = [...gateRules, ...validationRules, ...startupRules, ...hazards]
