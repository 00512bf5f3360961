import { hazards } from '../../kubelet/hazards/all.ts'
import { gateRules, validationRules } from '../../kubelet/rules/all.ts'
import type { Rule } from '../../kubelet/rules/rule.ts'
import { startupRules } from '../../kubelet/startup/all.ts'

/** All rules about values, in the kubelet's order. */
export const allRules: readonly Rule[] = [...gateRules, ...validationRules, ...startupRules, ...hazards]
