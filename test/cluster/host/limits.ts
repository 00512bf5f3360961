import { readFileSync, writeFileSync } from 'node:fs'

const file = '/proc/sys/fs/inotify/max_user_instances'

/** A node takes about twelve, of the 128 that root has by default. */
const enough = 1024

/** Raises what nodes of all clusters share. It stays so: who would lower it cannot know who still needs it. */
export function raiseLimits(): void {
  if (Number(readFileSync(file, 'utf8')) < enough) writeFileSync(file, String(enough))
}

/**
 * What is written in Go, from the API server to each kubectl, collects its garbage less often: a cluster has memory enough, and
 * is bound by the processors. Nodes have it in system.conf.d.
 */
export function spareProcessors(): void {
  process.env['GOGC'] ??= '400'
}
