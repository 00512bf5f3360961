import { formatDuration } from '../../quantity/duration.ts'
import { keeps } from './limit.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const [workers, interval, files] = ['containerLogMaxWorkers', 'containerLogMonitorInterval', 'containerLogMaxFiles']
const shortestInterval = 3_000_000_000n

/** Rotation of container logs. */
export const containerLogsRules: readonly Rule[] = [
  {
    id: 'V80',
    since: '1.30',
    fields: [workers],
    meaning: 'containerLogMaxWorkers must be greater than 0.',
    source: validation,
    check: keeps(workers, { least: 1n }),
  },
  {
    id: 'V81',
    since: '1.30',
    fields: [interval],
    meaning: 'containerLogMonitorInterval must be 3s or longer.',
    source: validation,
    check: (config) => {
      const value = config.duration(interval)
      return unless(value >= shortestInterval, () => ({
        subject: interval,
        message: `${config.durationText(interval)} must be ${formatDuration(shortestInterval)} or longer`,
      }))
    },
  },
  {
    id: 'V82',
    since: '1.33',
    fields: [files],
    meaning: 'containerLogMaxFiles must be 2 or greater. Up to 1.32 the kubelet checks it later (S09).',
    source: validation,
    check: keeps(files, { least: 2n }),
  },
]
