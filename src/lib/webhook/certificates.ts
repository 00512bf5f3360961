import { createPrivateKey, X509Certificate } from 'node:crypto'

/** PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/** What a webhook has to prove itself to API servers. */
export interface Certificates {
  /** Signs what is served. API servers trust it, because a person has put its certificate into the configuration of the webhook. */
  readonly authority?: KeyPair | undefined
  /** Takes over once API servers trust it. */
  readonly nextAuthority?: KeyPair | undefined
  readonly serving?: KeyPair | undefined
}

/** What has to be made, or done, next. */
export type CertificateStep = 'new-authority' | 'new-next-authority' | 'switch-authority' | 'new-serving'

export interface CertificateView {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The DNS name of the service. */
  readonly host: string
  /** The caBundle of the webhook, PEM; undefined: there is no webhook yet, or it has none. */
  readonly trusted: string | undefined
}

const dayMs = 86_400_000

/** How long each is valid, milliseconds. */
export const lifetimeMs = { authority: 3_650 * dayMs, serving: 90 * dayMs }

/** They are valid a little before they are made: the clock of an API server may be late. */
export const backdatedMs = 3_600_000

/**
 * What is next; undefined: all is well for now, or nothing can be done. Each is made anew when a third of its time is left. An authority is
 * given up for one that API servers trust, and for nothing else: a clock that is wrong for a moment must not cost the one that they trust.
 */
export function nextStep(certificates: Certificates, view: CertificateView): CertificateStep | undefined {
  const { authority, nextAuthority, serving } = certificates
  const { now, host, trusted } = view
  const signer = readPair(authority)
  const next = readPair(nextAuthority)
  if (signer === undefined) return next === undefined ? 'new-authority' : 'switch-authority'
  if (next !== undefined && isValid(next, now) && isTrusted(next, trusted)) return 'switch-authority'
  const needsNext = isDue(signer, now) || !isValid(signer, now)
  if (needsNext && (next === undefined || !isValid(next, now)))
    return isValid(signer, now) || isTrusted(signer, trusted) ? 'new-next-authority' : 'new-authority'
  // What it signs now would not be valid, or the clock is wrong.
  if (!isValid(signer, now)) return undefined
  const served = readPair(serving)
  const isGood =
    served !== undefined && isValid(served, now) && served.checkHost(host) !== undefined && isIssuedBy(served, signer)
  return isGood && !isDue(served, now) ? undefined : 'new-serving'
}

/** What API servers are to trust: PEM, for the caBundle of the webhook. Empty: there is nothing yet. */
export const bundleOf = ({ authority, nextAuthority }: Certificates): string =>
  [authority, nextAuthority]
    .flatMap((pair) => (readPair(pair) === undefined ? [] : [`${pair!.cert.trim()}\n`]))
    .join('')

/** What can be served; undefined: there is nothing, or somebody has written something else. */
export const servableIn = ({ serving }: Certificates): KeyPair | undefined =>
  readPair(serving) === undefined ? undefined : serving

/** When what is served ends, milliseconds since the epoch. */
export const servingUntil = ({ serving }: Certificates): number | undefined => readPair(serving)?.validToDate.getTime()

/** Whether there is a successor of the authority that API servers do not trust yet. */
export function waitsForTrust({ nextAuthority }: Certificates, trusted: string | undefined): boolean {
  const next = readPair(nextAuthority)
  return next !== undefined && !isTrusted(next, trusted)
}

/** Whether API servers with this caBundle accept what is served. */
export function isServingTrusted({ authority }: Certificates, trusted: string | undefined): boolean {
  const signer = readPair(authority)
  return signer !== undefined && isTrusted(signer, trusted)
}

/** undefined when it is not a certificate with its own key. */
function readPair(pair: KeyPair | undefined): X509Certificate | undefined {
  if (pair === undefined) return undefined
  try {
    const cert = new X509Certificate(pair.cert)
    return cert.checkPrivateKey(createPrivateKey(pair.key)) ? cert : undefined
  } catch {
    return undefined
  }
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: number): boolean =>
  validFromDate.getTime() <= now && now < validToDate.getTime()

/** A third of its time is left. */
const isDue = ({ validFromDate, validToDate }: X509Certificate, now: number): boolean =>
  validToDate.getTime() - now < (validToDate.getTime() - validFromDate.getTime()) / 3

const isIssuedBy = (cert: X509Certificate, issuer: X509Certificate): boolean =>
  cert.checkIssued(issuer) && cert.verify(issuer.publicKey)

const isTrusted = ({ fingerprint256 }: X509Certificate, trusted = ''): boolean =>
  certificatesIn(trusted).some((one) => one.fingerprint256 === fingerprint256)

function certificatesIn(bundle: string): readonly X509Certificate[] {
  const pems = bundle.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  return pems.flatMap((pem) => {
    try {
      return [new X509Certificate(pem)]
    } catch {
      return []
    }
  })
}
