import { keeps } from './limit.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const [parallel, serial] = ['maxParallelImagePulls', 'serializeImagePulls']
const atLeastOne = keeps(parallel, { least: 1n }, 'omit it for no limit')

export const parallelPullRules: readonly Rule[] = [
  {
    id: 'V32',
    fields: [parallel],
    meaning: 'maxParallelImagePulls must be greater than 0, if it is set.',
    source: validation,
    check: (config) => (config.has(parallel) ? atLeastOne(config) : []),
  },
  {
    id: 'V33',
    fields: [parallel, serial],
    meaning: 'maxParallelImagePulls above 1 requires serializeImagePulls: false, which is then the default.',
    source: validation,
    check: (config) =>
      unless(!config.bool(serial) || config.int(parallel) <= 1n, () => ({
        subject: parallel,
        message: `${config.int(parallel)} must not be greater than 1 while ${serial} is true`,
        remedy: `omit ${serial}, or set it to false`,
      })),
  },
]
