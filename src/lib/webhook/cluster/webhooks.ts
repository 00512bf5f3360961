import type { V1Secret, V1ValidatingWebhookConfiguration } from '@kubernetes/client-node'
import { collectionPath } from '../../api/kinds.ts'
import type { Wire } from '../../api/object.ts'
import { type Rest, writeQuery } from '../../cluster/http/rest.ts'
import { controller, webhook } from '../../names.ts'
import type { Certificates, KeyPair } from '../certificates.ts'
import type { Webhooks } from '../ports/webhook.ts'

const secretPath = `${collectionPath({ apiVersion: 'v1', kind: 'Secret', namespace: controller.namespace })}/${webhook.secret}`
const configurationPath = `${collectionPath({ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' })}/${webhook.configuration}`

/** Those of kubernetes.io/tls, and two more of each kind. */
const keys = {
  serving: ['tls.crt', 'tls.key'],
  authority: ['ca.crt', 'ca.key'],
  nextAuthority: ['next-ca.crt', 'next-ca.key'],
} as const

export function webhooksOver(rest: Rest): Webhooks {
  return {
    async certificates(limits) {
      const found = await rest.find<Wire<V1Secret>>({ method: 'GET', path: secretPath }, limits)
      return (
        found && { resourceVersion: found.metadata?.resourceVersion ?? '', certificates: certificatesIn(found.data) }
      )
    },
    async store(certificates, { resourceVersion }, limits) {
      const body = { metadata: { resourceVersion }, data: dataOf(certificates) }
      const query = writeQuery(controller.name, 'none')
      await rest.call(
        { method: 'PATCH', path: secretPath, query, body, contentType: 'application/merge-patch+json' },
        limits,
      )
    },
    async configuration(limits) {
      const call = { method: 'GET', path: configurationPath } as const
      const found = await rest.find<Wire<V1ValidatingWebhookConfiguration>>(call, limits)
      const [first] = found?.webhooks ?? []
      if (first === undefined) return undefined
      const { clientConfig, failurePolicy = 'Fail' } = first
      return { caBundle: textOf(clientConfig?.caBundle), failurePolicy }
    },
  }
}

const textOf = (base64: string | undefined): string | undefined =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString()

function certificatesIn(data: Readonly<Record<string, string>> = {}): Certificates {
  const pair = ([cert, key]: readonly [string, string]): KeyPair | undefined => {
    const [one, other] = [textOf(data[cert]), textOf(data[key])]
    return one === undefined || other === undefined ? undefined : { cert: one, key: other }
  }
  return { serving: pair(keys.serving), authority: pair(keys.authority), nextAuthority: pair(keys.nextAuthority) }
}

/** null: no more. */
const dataOf = (certificates: Certificates): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    (['serving', 'authority', 'nextAuthority'] as const).flatMap((which) => {
      const pair = certificates[which]
      const [cert, key] = keys[which]
      return [
        [cert, base64(pair?.cert)],
        [key, base64(pair?.key)],
      ]
    }),
  )

const base64 = (text: string | undefined): string | null =>
  text === undefined ? null : Buffer.from(text).toString('base64')
