import { gateRules, validationRules } from '../../kubelet/rules/all.ts'
import type { Rule } from '../../kubelet/rules/rule.ts'
import { startupRules } from '../../kubelet/startup/all.ts'

/** What the kubelet demands of values, in its own order. */
export const allRules: readonly Rule[] = [...gateRules, ...validationRules, ...startupRules]
