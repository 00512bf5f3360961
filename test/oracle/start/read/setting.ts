import type { Plain } from '../../generate/node.ts'
import { there } from '../fixture.ts'

/** Fields that a kubelet reads together while it starts, and documents on the edge of what it and the host take. */
export interface ReadTogether {
  /** In k8s.io/kubernetes v1.36.3. */
  readonly source: string
  readonly settings: readonly Setting[]
}

export type Setting = Readonly<Record<string, Plain>>

export const each = (field: string, values: readonly Plain[]): readonly Setting[] =>
  values.map((value) => ({ [field]: value }))

const { pki } = there

/** Files with certificates, and others where one should be. */
export const certificates = [
  ...[`${pki}/tls.crt`, `${pki}/other.crt`, `${pki}/link.crt`, `${pki}/garbage.crt`, `${pki}/empty.crt`],
  ...[`${pki}/folder.crt`, `${pki}/dangling.crt`, '/missing.crt', 'pki/tls.crt', 'missing.crt'],
]
