/** Build the image: scripts/build/image/build.ts [FOLDER], by default dist-image. Without a container engine. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { version } from '../../../src/lib/cli/shell/build.ts'
import { currentCommit } from '../bundle.ts'
import { digestOf, timeOfSources, writeChecksums } from '../contents/files.ts'
import { licencesOf } from '../contents/licences.ts'
import { packagesIn } from '../contents/packages.ts'
import { billOf } from '../contents/sbom.ts'
import { buildExecutable } from '../exe/executable.ts'
import { architectures } from '../exe/node-binary.ts'
import { names } from '../exe/program-names.ts'
import type { Entry } from './archive.ts'
import { type Library, librariesOf, packagesOf } from './libraries.ts'
import { imageArchive } from './oci.ts'

const isFirstOfItsPath = ({ path }: Library, index: number, all: readonly Library[]): boolean =>
  all.findIndex((other) => other.path === path) === index

const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..', 'dist-image')
/** The agent of a DaemonSet enters the namespaces of its host with it. */
const enter = '/usr/bin/nsenter'
const architecture = architectures.find((each) => each === process.arch)
if (architecture === undefined) throw new Error(`there is no executable for ${process.arch}`)
const work = await mkdtemp(join(tmpdir(), 'kubeletcfg-image-'))
try {
  const { chunks, node } = await buildExecutable(work, architecture)
  const [executable = '', ...links] = names
  const file = join(work, executable)
  const libraries = (await Promise.all([file, enter].map(librariesOf))).flat()
  const copied = [...libraries, { path: enter, bytes: await readFile(enter) }].filter(isFirstOfItsPath)
  const [packages, debian] = await Promise.all([packagesIn(chunks), packagesOf(copied)])
  const copyrights = debian.map(({ name, version, copyright }) => ({ title: `${name} ${version}`, texts: [copyright] }))
  const licences = await licencesOf(packages, node, copyrights)
  const created = timeOfSources()
  const commit = currentCommit()
  const programs: readonly Entry[] = [
    { path: `usr/local/bin/${executable}`, bytes: await readFile(file), mode: 0o755 },
    ...links.map((link) => ({ path: `usr/local/bin/${link}`, link: executable })),
  ]
  // Those of Node.js, which come with the lock file. The commands do not read this file; what is put beside them can.
  const certificates = Buffer.from(`${rootCertificates.join('\n')}\n`)
  const architectureOfImage = { x64: 'amd64', arm64: 'arm64' }[architecture]
  const image = await imageArchive({
    name: `localhost/kubeletcfg:${version}`,
    architecture: architectureOfImage,
    created,
    layers: [
      [
        ...copied.map(({ path, bytes }) => ({ path: path.slice(1), bytes, mode: 0o755 })),
        { path: 'etc/ssl/certs/ca-certificates.crt', bytes: certificates },
        { path: 'tmp', folder: true, mode: 0o1777 },
      ],
      [...programs, { path: 'usr/share/doc/kubeletcfg/LICENSES', bytes: Buffer.from(licences) }],
    ],
    config: {
      User: '65532:65532',
      Env: ['PATH=/usr/local/bin'],
      WorkingDir: '/',
      Entrypoint: [`/usr/local/bin/${executable}`],
      Labels: {
        'org.opencontainers.image.title': 'kubeletcfg',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
        ...(commit !== undefined && { 'org.opencontainers.image.revision': commit }),
      },
    },
  })
  const base = `kubeletcfg-${version}-linux-${architectureOfImage}`
  const others = debian.map(({ name, version, architecture }) => ({
    'bom-ref': `deb/${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
  }))
  const bill = await billOf({ type: 'container', packages, node, others, digest: digestOf(image), time: created })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${base}.tar`), image)
  await writeFile(join(folder, `${base}.cdx.json`), bill)
  await writeFile(join(folder, 'LICENSES'), licences)
  await writeChecksums(folder, [`${base}.tar`, `${base}.cdx.json`, 'LICENSES'])
} finally {
  await rm(work, { recursive: true, force: true })
}
