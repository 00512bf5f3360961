import { check } from '../../kubelet/check/check.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { type KubeletBehavior, kubeletBehaviors } from './kubelet-behavior.ts'

const cgroups: readonly string[] = ['', '/']
const contentTypes: readonly string[] = ['application/json', 'application/vnd.kubernetes.protobuf']
const addresses: readonly string[] = ['127.0.0.1', '0.0.0.0', '::1', '::']

/** What the kubelet of a simulated machine does with these bytes. docs/sandbox.md has these rules. */
export async function behaviorOfDocument(bytes: Uint8Array, release: Release): Promise<KubeletBehavior> {
  const { document } = check(await readDocument(bytes), release)
  if (document === undefined) return kubeletBehaviors.exits
  const config = new Effective(document, release)
  const reports = contentTypes.includes(config.text('contentType'))
  return {
    ...(cgroups.includes(config.text('cgroupRoot')) ? kubeletBehaviors.good : kubeletBehaviors.exits),
    renewsLease: reports,
    postsStatus: reports,
    healthz: addresses.includes(config.text('healthzBindAddress')),
    policy: config.text('cpuManagerPolicy') === 'static' ? 'static' : 'none',
  }
}
