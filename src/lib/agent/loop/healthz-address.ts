import { Effective } from '../../kubelet/defaults/effective.ts'
import type { Setting } from '../../kubelet/flags/setting.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { HealthQuestion } from '../ports/health.ts'

interface Kubelet {
  readonly release: Release
  readonly flags: readonly Setting[]
}

/** Where /healthz answers with a document and these flags; undefined when it is disabled. */
export function healthzOf(document: ConfigDocument, { release, flags }: Kubelet): HealthQuestion['healthz'] {
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
