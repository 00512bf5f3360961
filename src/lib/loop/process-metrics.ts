import type { Registry } from '../metrics/registry.ts'
import type { Clock } from '../ports/clock.ts'

/** What Prometheus expects of every process. */
export function registerProcessMetrics(registry: Registry, clock: Pick<Clock, 'now'>): void {
  const startedAt = clock.now() / 1_000
  registry.gauge('process_start_time_seconds', 'When the process started, since the epoch.', () => startedAt)
  registry.counted('process_cpu_seconds_total', 'User and system time.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  registry.gauge('process_resident_memory_bytes', 'Memory.', () => process.memoryUsage.rss())
}
