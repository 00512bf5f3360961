import { type Plain, plain } from '../../kubelet/defaults/plain.ts'
import { merge } from '../../kubelet/merge/merge.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { readLayer } from '../../yaml/read/read-layer.ts'

/** The answer at /configz of a kubelet with this file and no flags; undefined when it does not start. */
export async function configzOf(bytes: Uint8Array, release: Release): Promise<object | undefined> {
  const file = await readLayer('config.yaml', bytes)
  if (!('tree' in file)) return undefined
  const base = { ...file, folder: '/var/lib/kubelet' }
  const merged = merge({ release, base, dropIns: undefined, flags: [], flagDefaults: [] })
  return merged.outcome === 'merged' ? { kubeletconfig: inJson(plain(merged.document)) } : undefined
}

/** JSON here has no exact numbers beyond a double. */
const inJson = (value: Plain): object =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)))

/** A file with nothing but defaults. */
export const emptyFile = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
