import { lookup } from 'node:dns/promises'
import { writeFile } from 'node:fs/promises'
import type { Clock } from '../../ports/clock.ts'
import type { OptionalProbeCheck } from '../probe.ts'
import { findingsText } from '../probe-findings.ts'
import { probeFolders, probeMessage } from '../probe-pod.ts'
import { tryKubelet } from './try-kubelet.ts'

/** Tries the kubelet of the container that this process is in, and leaves what it has found for it. Resolves with the name of the pod. */
export async function probeHere(
  checks: readonly OptionalProbeCheck[],
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  const world = {
    ...{ clock, folders: probeFolders, serviceHost: process.env['KUBERNETES_SERVICE_HOST'] },
    lookup: (name: string) => lookup(name, { all: true }),
  }
  const { name, failed } = await tryKubelet(checks, world, signal)
  await writeFile(probeMessage, findingsText(failed))
  return name
}
