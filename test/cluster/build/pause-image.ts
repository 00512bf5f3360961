import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { arch } from 'node:os'
import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { step } from '../host/progress.ts'
import { pauseImage } from '../versions.ts'
import { type TarEntry, tar } from './tar.ts'

const source = join(import.meta.dirname, 'pause.c')
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Writes `pause.tar`, an OCI image layout that containerd imports under the name `localhost/pause:1`. */
export async function buildPauseImage(directory: string, signal: AbortSignal): Promise<void> {
  const binary = join(directory, 'pause')
  await step('build pause.tar', async () => {
    await outputOf('gcc', ['-static', '-Os', '-s', '-o', binary, source], { signal })
    await writeFile(join(directory, 'pause.tar'), ociArchive(await readFile(binary)))
    await rm(binary)
  })
}

/** Blobs by digest, and an index that leads to them (OCI image-spec 1.1, image-layout.md). */
function ociArchive(binary: Buffer): Buffer {
  const layer = blob('layer.v1.tar', tar([{ name: 'pause', content: binary, mode: 0o755 }]))
  const config = blob('config.v1+json', {
    architecture: architectures[arch()] ?? arch(),
    os: 'linux',
    config: { Entrypoint: ['/pause'] },
    rootfs: { type: 'layers', diff_ids: [layer.descriptor.digest] },
  })
  const manifest = blob('manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: config.descriptor,
    layers: [layer.descriptor],
  })
  const annotations = { 'io.containerd.image.name': pauseImage }
  return tar([
    file('oci-layout', { imageLayoutVersion: '1.0.0' }),
    file('index.json', { schemaVersion: 2, manifests: [{ ...manifest.descriptor, annotations }] }),
    ...[config, manifest, layer].map(({ entry }) => entry),
  ])
}

function blob(type: string, value: unknown) {
  const content = bytes(value)
  const hash = createHash('sha256').update(content).digest('hex')
  return {
    descriptor: { mediaType: `application/vnd.oci.image.${type}`, digest: `sha256:${hash}`, size: content.length },
    entry: file(`blobs/sha256/${hash}`, content),
  }
}

function file(name: string, value: unknown): TarEntry {
  return { name, content: bytes(value), mode: 0o644 }
}

function bytes(value: unknown): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))
}
