import { formatDuration } from '../../quantity/duration.ts'
import { keeps } from './limit.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const [workers, interval, files] = ['containerLogMaxWorkers', 'containerLogMonitorInterval', 'containerLogMaxFiles']
const shortestInterval = 3_000_000_000n

/** How the logs of containers are rotated. */
export const containerLogsRules: readonly Rule[] = [
  {
    id: 'V80',
    since: '1.30',
    fields: [workers],
    meaning: 'At least one worker rotates logs.',
    source: validation,
    check: keeps(workers, { least: 1n }),
  },
  {
    id: 'V81',
    since: '1.30',
    fields: [interval],
    meaning: 'Logs are looked at every 3s at most.',
    source: validation,
    check: (config) => {
      const value = config.duration(interval)
      return unless(value >= shortestInterval, () => ({
        subject: interval,
        message: `${formatDuration(value)} must be ${formatDuration(shortestInterval)} or above`,
      }))
    },
  },
  {
    id: 'V82',
    since: '1.33',
    fields: [files],
    meaning: 'A container has at least two files for its log. Up to 1.32 the kubelet says so later (S09).',
    source: validation,
    check: keeps(files, { least: 2n }),
  },
]
