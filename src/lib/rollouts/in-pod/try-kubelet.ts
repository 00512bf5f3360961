import type { LookupAddress } from 'node:dns'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../ports/clock.ts'
import type { FailedCheck, OptionalProbeCheck } from '../probe.ts'

export interface PodWorld {
  /** As programs resolve names: by the servers and the search domains of /etc/resolv.conf. */
  readonly lookup: (name: string) => Promise<readonly LookupAddress[]>
  readonly clock: Clock
  /** Of the API server, as a kubelet tells each container; undefined: this is no container. */
  readonly serviceHost: string | undefined
  /** Where the volumes are. */
  readonly folders: { readonly scratch: string; readonly pod: string }
}

/** A DNS server that does not answer is asked several times, for each search domain. */
const answerWithinMs = 40_000
/** What a kubelet appends to it makes it the name of the API server. */
const serverName = 'kubernetes.default'

/** What of the checks fails in this pod. That of the log is for whoever reads it. */
export async function tryKubelet(
  checks: readonly OptionalProbeCheck[],
  world: PodWorld,
  signal: AbortSignal,
): Promise<readonly FailedCheck[]> {
  const failed = await Promise.all([
    checks.includes('volume') ? keeps(world) : undefined,
    checks.includes('dns') ? resolves(world, signal) : undefined,
  ])
  return failed.filter((one) => one !== undefined)
}

/** What the downward API has, in an emptyDir. */
async function keeps({ folders }: PodWorld): Promise<FailedCheck | undefined> {
  try {
    const name = await readFile(join(folders.pod, 'name'), 'utf8')
    const copy = join(folders.scratch, 'name')
    await writeFile(copy, name)
    if (name !== '' && (await readFile(copy, 'utf8')) === name) return undefined
    return { check: 'volume', why: 'it has not kept what was written to it' }
  } catch (error) {
    return { check: 'volume', why: textOf(error) }
  }
}

async function resolves(
  { lookup, clock, serviceHost }: PodWorld,
  signal: AbortSignal,
): Promise<FailedCheck | undefined> {
  const late = clock.sleep(answerWithinMs, signal).then(() => 'late' as const)
  late.catch(() => undefined)
  try {
    const found = await Promise.race([lookup(serverName), late])
    if (found === 'late') return { check: 'dns', why: `no answer within ${answerWithinMs / 1_000} s` }
    const addresses = found.map(({ address }) => address)
    if (serviceHost !== undefined && addresses.includes(serviceHost)) return undefined
    return { check: 'dns', why: `${serverName} is ${addresses.join(', ')}, not ${serviceHost ?? 'known'}` }
  } catch (error) {
    signal.throwIfAborted()
    return { check: 'dns', why: textOf(error) }
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
