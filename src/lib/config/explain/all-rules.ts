import { gateRules, validationRules } from '../rules/all.ts'
import type { Rule } from '../rules/rule.ts'
import { startupRules } from '../startup/all.ts'

/** What the kubelet demands of values, in its own order. */
export const allRules: readonly Rule[] = [...gateRules, ...validationRules, ...startupRules]
