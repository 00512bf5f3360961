import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

export interface CertificateOptions {
  /** DNS name or IPv4 address the certificate is for. */
  readonly host?: string
  /** Days from now. */
  readonly from?: number
  readonly until?: number
}

/** A self-signed certificate (X.509 v3, P-256), made here: tests need nothing but Node. */
export function selfSigned({ host = '127.0.0.1', from = -1, until = 1 }: CertificateOptions = {}): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    distinguishedName,
    sequence(utcTime(from), utcTime(until)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName(host))),
  )
  const certificate = sequence(body, ecdsaWithSha256, bitString(sign('sha256', body, privateKey)))
  return { cert: pem('CERTIFICATE', certificate), key: pemOfKey(privateKey) }
}

const pemOfKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`

/** Tag, length, value (X.690). */
function der(tag: number, ...values: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(values)
  const long = value.length > 127
  const length = long ? [0x82, value.length >> 8, value.length & 255] : [value.length]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}

const sequence = (...values: readonly Uint8Array[]): Buffer => der(0x30, ...values)
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]))
const bitString = (value: Uint8Array): Buffer => der(0x03, Buffer.from([0]), value)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
/** commonName (2.5.4.3) */
const distinguishedName = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('kubernetes')))))

/** YYMMDDhhmmssZ */
function utcTime(days: number): Buffer {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(text.slice(2)))
}

/** subjectAltName (2.5.29.17) */
function alternativeName(host: string): Buffer {
  const octets = host.split('.').map(Number)
  const isAddress = octets.length === 4 && !octets.some(Number.isNaN)
  const name = isAddress ? der(0x87, Buffer.from(octets)) : der(0x82, Buffer.from(host))
  return sequence(objectId('551d11'), der(0x04, sequence(name)))
}
