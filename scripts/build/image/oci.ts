import { gzipSync } from 'node:zlib'
import { digestOf } from '../contents/files.ts'
import { archive, type Entry } from './archive.ts'

export interface Image {
  readonly name: string
  readonly architecture: string
  readonly created: Date
  /** Each on top of those before it. */
  readonly layers: readonly (readonly Entry[])[]
  /** `config` of the OCI image configuration. */
  readonly config: object
}

interface Blob {
  readonly bytes: Buffer
  readonly descriptor: { readonly mediaType: string; readonly digest: string; readonly size: number }
}

/**
 * An archive of an OCI image layout (image-spec 1.1), for `ctr images import`, `skopeo` and `podman load`. The
 * manifest.json beside it is what `docker load` reads. The same image gives the same bytes.
 */
export async function imageArchive({ name, architecture, created, layers, config }: Image): Promise<Buffer> {
  const tars = await Promise.all(layers.map((entries) => archive(entries, created)))
  const compressed = tars.map((tar) => blobOf('layer.v1.tar+gzip', gzipSync(tar, { level: 9 })))
  const configuration = blobOf('config.v1+json', {
    created: created.toISOString(),
    architecture,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: tars.map((tar) => `sha256:${digestOf(tar)}`) },
    history: layers.map(() => ({ created: created.toISOString(), created_by: 'npm run build:image' })),
  })
  const manifest = blobOf('manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: configuration.descriptor,
    layers: compressed.map(({ descriptor }) => descriptor),
  })
  const annotations = { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': name.split(':').at(-1) }
  const platform = { architecture, os: 'linux' }
  return archive(
    [
      json('oci-layout', { imageLayoutVersion: '1.0.0' }),
      json('index.json', {
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.index.v1+json',
        manifests: [{ ...manifest.descriptor, platform, annotations }],
      }),
      json('manifest.json', [
        { Config: pathOf(configuration), RepoTags: [name], Layers: compressed.map((layer) => pathOf(layer)) },
      ]),
      ...[configuration, manifest, ...compressed].map((blob) => ({ path: pathOf(blob), bytes: blob.bytes })),
    ],
    created,
  )
}

function blobOf(type: string, content: Buffer | object): Blob {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const mediaType = `application/vnd.oci.image.${type}`
  return { bytes, descriptor: { mediaType, digest: `sha256:${digestOf(bytes)}`, size: bytes.length } }
}

const pathOf = ({ descriptor }: Blob): string => `blobs/${descriptor.digest.replace(':', '/')}`

const json = (path: string, value: object): Entry => ({ path, bytes: Buffer.from(JSON.stringify(value)) })
