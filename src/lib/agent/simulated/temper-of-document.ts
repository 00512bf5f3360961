import { check } from '../../kubelet/check/check.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { type Temper, tempers } from './temper.ts'

const cgroups: readonly string[] = ['', '/']
const contentTypes: readonly string[] = ['application/json', 'application/vnd.kubernetes.protobuf']
const addresses: readonly string[] = ['127.0.0.1', '0.0.0.0', '::1', '::']

/** What the kubelet of a simulated machine does with these bytes. docs/sandbox.md has these rules. */
export async function temperOfDocument(bytes: Uint8Array, release: Release): Promise<Temper> {
  const { document } = check(await readDocument(bytes), release)
  if (document === undefined) return tempers.exits
  const config = new Effective(document, release)
  const reports = contentTypes.includes(config.text('contentType'))
  return {
    ...(cgroups.includes(config.text('cgroupRoot')) ? tempers.good : tempers.exits),
    renewsLease: reports,
    postsStatus: reports,
    healthz: addresses.includes(config.text('healthzBindAddress')),
    policy: config.text('cpuManagerPolicy') === 'static' ? 'static' : 'none',
  }
}
