import { backdatedMs, type CertificateStep, type Certificates, type KeyPair, lifetimeMs } from './certificates.ts'

interface Issue {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The DNS name of the service. */
  readonly host: string
}

/** The certificates after a step. P-256: an RSA key takes too long to make. */
export async function afterStep(step: CertificateStep, before: Certificates, issue: Issue): Promise<Certificates> {
  switch (step) {
    case 'new-authority':
      return { authority: await newAuthority(issue) }
    case 'new-next-authority':
      return { ...before, nextAuthority: await newAuthority(issue) }
    case 'switch-authority':
      return { authority: before.nextAuthority, serving: before.serving }
    case 'new-serving':
      return { ...before, serving: await newServing(before.authority!, issue) }
  }
}

function newAuthority({ now }: Issue): Promise<KeyPair> {
  // Two authorities of one name would make API servers guess which of them has signed.
  const name = `kubeletcfg-webhook-${new Date(now).toISOString().replaceAll(/\D/g, '')}`
  return generated({ now, name, lives: lifetimeMs.authority }, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
  ])
}

const newServing = (ca: KeyPair, { now, host }: Issue): Promise<KeyPair> =>
  generated({ now, name: host, lives: lifetimeMs.serving, ca }, [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
  ])

type Extensions = NonNullable<NonNullable<Parameters<typeof import('selfsigned').generate>[1]>['extensions']>

async function generated(
  { now, name, lives, ca }: { now: number; name: string; lives: number; ca?: KeyPair },
  extensions: Extensions,
): Promise<KeyPair> {
  const { generate } = await import('selfsigned')
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    ...{ keyType: 'ec', algorithm: 'sha256', extensions },
    notBeforeDate: new Date(now - backdatedMs),
    notAfterDate: new Date(now + lives),
    ...(ca && { ca }),
  })
  return { cert, key }
}
