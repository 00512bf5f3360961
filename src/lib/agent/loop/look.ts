import { emptyDocument } from '../../kubelet/model/empty-document.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Effect } from '../model/effect.ts'
import type { Evidence } from '../model/evidence.ts'
import { healthzOf } from './healthz-address.ts'
import { documentOf, flagsOf, releaseFor } from './running-kubelet.ts'
import type { Workshop } from './workshop.ts'

/** Collects evidence about the kubelet that runs with a configuration. */
export async function lookAt(effect: Effect & { kind: 'look' }, shop: Workshop, limits: Limits): Promise<Evidence> {
  const { host } = shop
  const release = releaseFor(await host.kubelet.version(limits))
  const flags = await flagsOf(host, release, limits)
  const document = await documentOf(effect.config, shop, release)
  return host.health.look(
    {
      restartedAt: effect.restartedAt,
      document: effect.config.source === 'local' ? undefined : document,
      healthz: healthzOf(document ?? emptyDocument, { release, flags }),
      podsBefore: effect.podsBefore,
      concernsSandboxes: effect.concernsSandboxes,
    },
    limits,
  )
}
