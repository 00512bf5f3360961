import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('')

/** A typical document of 600 bytes; each is different. */
const typical = (i: number): string => `${header}authentication:
  anonymous:
    enabled: false
  webhook:
    cacheTTL: 2m0s
    enabled: true
  x509:
    clientCAFile: /etc/kubernetes/pki/ca.crt
authorization:
  mode: Webhook
cgroupDriver: systemd
clusterDNS:
- 10.96.0.10
clusterDomain: cluster.local
evictionHard:
  memory.available: ${100 + i}Mi
  nodefs.available: 10%
featureGates:
  CPUManagerPolicyAlphaOptions: true
kubeReserved:
  cpu: 100m
  memory: 512Mi # room for the kubelet
maxPods: ${10 + i}
rotateCertificates: true
serializeImagePulls: false
staticPodPath: /etc/kubernetes/manifests
`

/** A document with many entries in a map that allows any key. */
const large = (entries: number): string =>
  `${header}staticPodURLHeader:\n${lines(entries, (i) => `  header-${i}: [value-${i}]\n`)}`

const unknownKeys = (count: number): string => header + lines(count, (i) => `maxPodz${i}: ${i}\n`)

/** Each gate violates a rule about values, and needs a suggestion of a similar name. */
const unknownGates = (count: number): string =>
  `${header}featureGates:\n${lines(count, (i) => `  MadeUpGate${i}: true\n`)}`

export type Documents = Readonly<Record<'folder' | keyof typeof texts, string>>

const texts = {
  one: typical(0),
  plain: large(10_000),
  smaller: large(9_000),
  larger: large(90_000),
  fewKeys: unknownKeys(1_000),
  manyKeys: unknownKeys(10_000),
  manyGates: unknownGates(10_000),
} as const

/** Writes all documents, and returns their paths. The folder has a thousand typical documents. */
export function writeDocuments(): Documents {
  const root = mkdtempSync(join(tmpdir(), 'bench-'))
  const folder = join(root, 'nodes')
  mkdirSync(folder)
  for (let i = 0; i < 1_000; i++) writeFileSync(join(folder, `node-${i}.yaml`), typical(i))
  const paths = Object.entries(texts).map(([name, text]) => {
    const path = join(root, `${name}.yaml`)
    writeFileSync(path, text)
    return [name, path]
  })
  return { folder, ...Object.fromEntries(paths) }
}
