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
  { id: 'V19', field: 'iptablesDropBit', limit: bit, meaning: 'The mark for dropped packets is a bit from 0 to 31.' },
  { id: 'V20', field: 'iptablesMasqueradeBit', limit: bit, meaning: 'The mark for SNAT is a bit from 0 to 31.' },
  { id: 'V21', field: 'kubeAPIBurst', limit: notNegative, meaning: 'The burst of API requests is not negative.' },
  { id: 'V22', field: 'kubeAPIQPS', limit: notNegative, meaning: 'The rate of API requests is not negative.' },
  {
    id: 'V23',
    field: 'nodeStatusMaxImages',
    limit: { least: -1n },
    remedy: '-1 is for no limit',
    meaning: 'The number of images in the node status is -1 (no limit) or above.',
  },
  { id: 'V24', field: 'maxOpenFiles', limit: notNegative, meaning: 'The number of open files is not negative.' },
  { id: 'V25', field: 'maxPods', limit: notNegative, meaning: 'The number of pods is not negative.' },
  {
    id: 'V26',
    field: 'oomScoreAdj',
    limit: { least: -1000n, most: 1000n },
    meaning: "The kubelet's own OOM score adjustment is from -1000 to 1000.",
  },
  {
    id: 'V27',
    field: 'podsPerCore',
    limit: notNegative,
    remedy: '0 is for no limit',
    meaning: 'The number of pods per core is not negative; 0 is for no limit.',
  },
  { id: 'V28', field: 'port', limit: { least: 1n, most: 65535n }, meaning: "The kubelet's port is from 1 to 65535." },
  {
    id: 'V29',
    field: 'readOnlyPort',
    limit: portOrNone,
    remedy: '0 switches it off',
    meaning: 'The read-only port is a port, or 0 for none.',
  },
  { id: 'V30', field: 'registryBurst', limit: notNegative, meaning: 'The burst of image pulls is not negative.' },
  {
    id: 'V31',
    field: 'registryPullQPS',
    limit: notNegative,
    remedy: '0 is for no limit',
    meaning: 'The rate of image pulls is not negative; 0 is for no limit.',
  },
]

/** One number, one limit. */
export const numberRules: readonly Rule[] = rows.map(({ id, field, limit, remedy, meaning }) => ({
  id,
  fields: [field],
  meaning,
  source: validation,
  check: keeps(field, limit, remedy),
}))
