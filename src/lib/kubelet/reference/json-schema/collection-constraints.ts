import { containerfsSignals, signals } from '../../startup/threshold.ts'
import { cipherSuites, curves } from '../../startup/tls-names.ts'
import type { Constraint } from './constraint.ts'
import type { Keywords } from './keywords.ts'
import * as patterns from './patterns.ts'

/** Keys and values of a map by eviction signal. */
const bySignal = (path: string, rule: string, pattern: string): readonly Constraint[] => [
  { path, rules: [rule], until: '1.28', keys: signals },
  { path, rules: [rule], since: '1.29', keys: [...signals, ...containerfsSignals] },
  { path: `${path}{}`, rules: [rule], keywords: { pattern }, notNull: true },
]

const reservation = (path: string): readonly Constraint[] => [
  { path, rules: ['S04'], keys: ['cpu', 'memory', 'ephemeral-storage', 'pid'] },
  { path: `${path}{}`, rules: ['S04'], keywords: { pattern: patterns.notNegativeQuantity }, notNull: true },
]

const enforced = ['none', 'pods', 'system-reserved', 'kube-reserved']
const compressible = ['system-reserved-compressible', 'kube-reserved-compressible']
const has = (value: string): Keywords => ({ contains: { enum: [value] } })
/** none must be the only item. */
const noneAlone: Keywords = { not: { allOf: [has('none'), { minItems: 2 }] } }
const either = (one: string): Keywords => ({ not: { allOf: [has(one), has(`${one}-compressible`)] } })

const cpuOptions = ['full-pcpus-only', 'distribute-cpus-across-numa', 'align-by-socket']
const acrossCores = 'distribute-cpus-across-cores'
const sinceFewer = ['strict-cpu-reservation', 'prefer-align-cpus-by-uncorecache']

export const collectionConstraints: readonly Constraint[] = [
  {
    path: 'defaultPodSysctls',
    rules: ['V18'],
    keywords: { propertyNames: { pattern: patterns.namespacedSysctl, maxLength: 253 } },
  },
  { path: 'registerWithTaints[]', rules: ['V36'], keywords: { required: ['key'] }, notNull: true },
  { path: 'registerWithTaints[].key', rules: ['V36'], keywords: { pattern: patterns.labelKey }, notNull: true },
  { path: 'registerWithTaints[].value', rules: ['V36'], keywords: { pattern: patterns.labelValue } },
  {
    path: 'registerWithTaints[].effect',
    rules: ['V36'],
    keywords: { enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute', ''] },
  },
  { path: 'registerWithTaints[].timeAdded', rules: ['V37'], keywords: { type: 'null' } },
  { path: 'enforceNodeAllocatable', rules: ['V56'], until: '1.30', keywords: noneAlone },
  {
    path: 'enforceNodeAllocatable',
    rules: ['V53', 'V56'],
    since: '1.31',
    until: '1.31',
    keywords: { ...noneAlone, uniqueItems: true },
  },
  {
    path: 'enforceNodeAllocatable',
    rules: ['V51', 'V52', 'V53', 'V56'],
    since: '1.32',
    keywords: { ...noneAlone, uniqueItems: true, allOf: [either('system-reserved'), either('kube-reserved')] },
  },
  { path: 'enforceNodeAllocatable[]', rules: ['V57'], until: '1.31', keywords: { enum: enforced }, notNull: true },
  {
    path: 'enforceNodeAllocatable[]',
    rules: ['V57'],
    since: '1.32',
    keywords: { enum: [...enforced, ...compressible] },
    notNull: true,
  },
  {
    path: 'preloadedImagesVerificationAllowlist[]',
    rules: ['V62'],
    until: '1.35',
    keywords: { pattern: patterns.fullImagePattern },
    notNull: true,
  },
  {
    path: 'preloadedImagesVerificationAllowlist[]',
    rules: ['V62'],
    since: '1.36',
    keywords: { pattern: patterns.imagePattern },
    notNull: true,
  },
  {
    path: 'reservedMemory[].limits',
    rules: ['V67'],
    keywords: { propertyNames: { pattern: '^(?:memory|hugepages-.*)$' } },
  },
  {
    path: 'reservedMemory[].limits{}',
    rules: ['V67'],
    keywords: { pattern: patterns.quantityButZero, not: { enum: [0] } },
    notNull: true,
  },
  { path: 'logging.vmodule[]', rules: ['V71'], keywords: { required: ['filePattern'] }, notNull: true },
  ...bySignal('evictionHard', 'S01', patterns.threshold),
  ...bySignal('evictionSoft', 'S01', patterns.threshold),
  ...bySignal('evictionSoftGracePeriod', 'S02', patterns.notNegativeDuration),
  ...bySignal('evictionMinimumReclaim', 'S03', patterns.minimumReclaim),
  ...reservation('kubeReserved'),
  ...reservation('systemReserved'),
  { path: 'qosReserved', rules: ['S05'], keys: ['memory'] },
  { path: 'qosReserved{}', rules: ['S05'], keywords: { pattern: patterns.wholePercentage }, notNull: true },
  { path: 'cpuManagerPolicyOptions', rules: ['S06'], until: '1.30', keys: cpuOptions },
  { path: 'cpuManagerPolicyOptions', rules: ['S06'], since: '1.31', until: '1.31', keys: [...cpuOptions, acrossCores] },
  { path: 'cpuManagerPolicyOptions', rules: ['S06'], since: '1.32', keys: [...cpuOptions, acrossCores, ...sinceFewer] },
  { path: 'tlsCurvePreferences', rules: ['S10'], keywords: { uniqueItems: true } },
  { path: 'tlsCurvePreferences[]', rules: ['S10'], keywords: { enum: [...curves.keys()] }, notNull: true },
  { path: 'tlsCipherSuites[]', rules: ['S10'], keywords: { enum: cipherSuites }, notNull: true },
]
