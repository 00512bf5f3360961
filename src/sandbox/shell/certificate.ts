import { generate } from 'selfsigned'

/** PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/**
 * A self-signed certificate for this IPv4 address and localhost. P-256, because generating an RSA key takes too long.
 */
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
