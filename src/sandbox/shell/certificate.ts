import { generate } from 'selfsigned'

/** PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/** A certificate for this IPv4 address and for localhost; it is its own authority. P-256: an RSA key takes too long. */
export async function selfSigned(address: string): Promise<KeyPair> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'kubernetes' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: address },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  })
  return { cert, key }
}
