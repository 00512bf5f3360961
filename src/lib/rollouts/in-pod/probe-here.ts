import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { Failure } from '../../message/failure.ts'
import type { OptionalProbeCheck } from '../probe.ts'
import { findingsText } from '../probe-findings.ts'
import { NotInAPod } from '../rollout-messages.ts'
import { type PodWorld, tryKubelet } from './try-kubelet.ts'

export interface PodHere extends Pick<PodWorld, 'clock' | 'folders'> {
  /** A file that a kubelet makes, and whose text it reads as the message of the container. */
  readonly message: string
}

/**
 * Tries the kubelet of the container that this process is in, and leaves what it has found for it. Resolves with the name of the pod,
 * which a kubelet makes the name of its host: whether the log of the pod can be read says nothing about its volumes.
 * Rejects with Failure 'refused' outside of a pod.
 */
export async function probeHere(
  checks: readonly OptionalProbeCheck[],
  { clock, folders, message }: PodHere,
  signal: AbortSignal,
): Promise<string> {
  if (!existsSync(message)) throw new Failure('refused', NotInAPod())
  const world = {
    ...{ clock, folders, serviceHost: process.env['KUBERNETES_SERVICE_HOST'] },
    lookup: (name: string) => lookup(name, { all: true }),
  }
  await writeFile(message, findingsText(await tryKubelet(checks, world, signal)))
  return hostname()
}
