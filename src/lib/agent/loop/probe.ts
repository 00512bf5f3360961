import { Effective } from '../../kubelet/defaults/effective.ts'
import type { Setting } from '../../kubelet/flags/setting.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { emptyDocument } from '../../kubelet/model/empty-document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Effect } from '../model/effect.ts'
import type { Evidence } from '../model/evidence.ts'
import type { HealthQuestion } from '../ports/health.ts'
import type { EffectContext } from './effect-context.ts'
import { documentOf, flagsOf, releaseFor } from './running-kubelet.ts'

/** Collects evidence about the kubelet that runs with a configuration. */
export async function probe(
  effect: Effect & { kind: 'probe' },
  context: EffectContext,
  limits: Limits,
): Promise<Evidence> {
  const { host } = context
  const release = releaseFor(await host.kubelet.version(limits))
  const flags = await flagsOf(host, release, limits)
  const document = await documentOf(effect.config, context, release)
  return host.health.probe(
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

interface Kubelet {
  readonly release: Release
  readonly flags: readonly Setting[]
}

/** Where /healthz answers with a document and these flags; undefined when it is disabled. */
function healthzOf(document: ConfigDocument, { release, flags }: Kubelet): HealthQuestion['healthz'] {
  const effective = new Effective(document, release)
  const byFlag = (field: string): string | undefined => {
    const tree = flags.findLast((one) => one.field === field)?.tree
    return tree?.type === 'scalar' ? tree.text : undefined
  }
  const port = Number(byFlag('healthzPort') ?? effective.int('healthzPort'))
  return port === 0
    ? undefined
    : { port, address: byFlag('healthzBindAddress') ?? effective.text('healthzBindAddress') }
}
