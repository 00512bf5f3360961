import { keeps, type Limit, notNegative, portOrNone } from './limit.ts'
import type { Rule } from './rule.ts'
import { validation } from './sources.ts'

interface Row extends Pick<Rule, 'id' | 'meaning'> {
  readonly field: string
  readonly limit: Limit
  readonly remedy?: string
}

const bit: Limit = { least: 0n, most: 31n }

const rows: readonly Row[] = [
  { id: 'V19', field: 'iptablesDropBit', limit: bit, meaning: 'iptablesDropBit must be from 0 to 31.' },
  { id: 'V20', field: 'iptablesMasqueradeBit', limit: bit, meaning: 'iptablesMasqueradeBit must be from 0 to 31.' },
  { id: 'V21', field: 'kubeAPIBurst', limit: notNegative, meaning: 'kubeAPIBurst must not be negative.' },
  { id: 'V22', field: 'kubeAPIQPS', limit: notNegative, meaning: 'kubeAPIQPS must not be negative.' },
  {
    id: 'V23',
    field: 'nodeStatusMaxImages',
    limit: { least: -1n },
    remedy: '-1 means no limit',
    meaning: 'nodeStatusMaxImages must be -1 (no limit) or greater.',
  },
  { id: 'V24', field: 'maxOpenFiles', limit: notNegative, meaning: 'maxOpenFiles must not be negative.' },
  { id: 'V25', field: 'maxPods', limit: notNegative, meaning: 'maxPods must not be negative.' },
  {
    id: 'V26',
    field: 'oomScoreAdj',
    limit: { least: -1000n, most: 1000n },
    meaning: 'oomScoreAdj must be from -1000 to 1000.',
  },
  {
    id: 'V27',
    field: 'podsPerCore',
    limit: notNegative,
    remedy: '0 means no limit',
    meaning: 'podsPerCore must not be negative; 0 means no limit.',
  },
  { id: 'V28', field: 'port', limit: { least: 1n, most: 65535n }, meaning: 'port must be from 1 to 65535.' },
  {
    id: 'V29',
    field: 'readOnlyPort',
    limit: portOrNone,
    remedy: '0 disables it',
    meaning: 'readOnlyPort must be a port, or 0 to disable it.',
  },
  { id: 'V30', field: 'registryBurst', limit: notNegative, meaning: 'registryBurst must not be negative.' },
  {
    id: 'V31',
    field: 'registryPullQPS',
    limit: notNegative,
    remedy: '0 means no limit',
    meaning: 'registryPullQPS must not be negative; 0 means no limit.',
  },
]

/** A rule with one number and one limit. */
export const numberRules: readonly Rule[] = rows.map(({ id, field, limit, remedy, meaning }) => ({
  id,
  fields: [field],
  meaning,
  source: validation,
  check: keeps(field, limit, remedy),
}))
