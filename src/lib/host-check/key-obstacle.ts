import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Effective } from '../kubelet/defaults/effective.ts'
import type { HostView } from './host-view.ts'
import { field, HostFileUnusable, HostKeyOfAnother, type ObstacleFact } from './obstacle-messages.ts'

const [certificate, privateKey] = ['tlsCertFile', 'tlsPrivateKeyFile'] as const
const withCertificates = ['authentication.x509.clientCAFile', certificate]

/** Why a kubelet exits although the file of this field is there: it has no certificate, or not the key that it should. */
export async function keyObstacle(config: Effective, name: string, host: HostView): Promise<ObstacleFact | undefined> {
  const path = config.text(name)
  if (withCertificates.includes(name)) {
    if (certificatesIn(await host.document(path)).length > 0) return undefined
    return HostFileUnusable({ subject: field(name), path, needed: 'a certificate' })
  }
  if (name !== privateKey) return undefined
  const key = privateKeyIn(await host.secret(path))
  if (key === undefined) return HostFileUnusable({ subject: field(name), path, needed: 'a private key' })
  const [own] = certificatesIn(await host.document(config.text(certificate)).catch(() => ''))
  const isOfAnother = own !== undefined && !own.checkPrivateKey(key)
  return isOfAnother ? HostKeyOfAnother({ subject: field(name), path }) : undefined
}

/** What is not a certificate beside them does not matter. */
function certificatesIn(text: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  return blocks.flatMap((block) => parsed(() => new X509Certificate(block)) ?? [])
}

/** The first, as Go takes it. */
function privateKeyIn(text: string): KeyObject | undefined {
  const [block] = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*-----END [A-Z ]*PRIVATE KEY-----/.exec(text) ?? []
  return block === undefined ? undefined : parsed(() => createPrivateKey(block))
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
