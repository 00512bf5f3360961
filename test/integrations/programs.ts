import { createHash } from 'node:crypto'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, said } from '../../src/lib/message/failure.ts'
import { type GoBuild, goBuild, goMod } from '../cluster/build/go-build.ts'
import { kept as keptBy } from '../cluster/build/kept.ts'
import { kubernetesBuild } from '../cluster/build/kubernetes.ts'
import { isThere } from '../cluster/host/is-there.ts'
import { outputOf } from '../cluster/host/output-of.ts'
import { versions as ofCluster } from '../cluster/versions.ts'

const versions = { actionlint: 'v1.7.12', krew: 'v0.5.0', prometheus: 'v0.316.0', operator: 'v0.85.0' } as const

/** Throws a Failure that names all that is missing. */
function checkPrerequisites(): void {
  const missing = ['go', 'git', 'python3', 'shellcheck'].filter((program) => !isThere(program))
  if (missing.length > 0)
    throw new Failure('refused', said('NotEquipped', `the tests need programs that are missing: ${missing.join(', ')}`))
}

const deadline = () => AbortSignal.timeout(600_000)

/** A folder of the cache that is made once. */
const kept = (name: string, make: (folder: string) => Promise<void>): Promise<string> =>
  keptBy(
    name,
    async (folder) => {
      checkPrerequisites()
      await make(folder)
    },
    deadline(),
  )

const go = (build: GoBuild) => async (folder: string) => {
  await goBuild(folder, build, deadline())
  await rm(join(folder, 'module'), { recursive: true })
}

/** The folder of actionlint, which lints workflows. */
export const actionlint = (): Promise<string> =>
  kept(
    `actionlint-${versions.actionlint}`,
    go({
      goMod: goMod('github.com/rhysd/actionlint', versions.actionlint),
      binaries: { actionlint: 'github.com/rhysd/actionlint/cmd/actionlint' },
      flags: [],
    }),
  )

/** The folder of krew as a plugin of kubectl, and of the program that krew's index validates manifests with. */
export const krew = (): Promise<string> =>
  kept(
    `kubectl-krew-${versions.krew}`,
    go({
      goMod: goMod('sigs.k8s.io/krew', versions.krew),
      binaries: {
        'kubectl-krew': 'sigs.k8s.io/krew/cmd/krew',
        'validate-krew-manifest': 'sigs.k8s.io/krew/cmd/validate-krew-manifest',
      },
      flags: [],
    }),
  )

/** The folder of promtool, which checks and tests rules. Without the discovery of targets in clouds, which it does not need. */
export const promtool = (): Promise<string> =>
  kept(
    `promtool-${versions.prometheus}`,
    go({
      goMod: goMod('github.com/prometheus/prometheus', versions.prometheus),
      binaries: { promtool: 'github.com/prometheus/prometheus/cmd/promtool' },
      // One package after the other: it is large, and the machine has other work.
      flags: ['-p=1', '-tags=remove_all_sd'],
    }),
  )

/** The text of the CustomResourceDefinition of these objects, from the module of the Prometheus operator. */
export async function operatorDefinition(plural: 'prometheusrules' | 'podmonitors'): Promise<string> {
  const name = `monitoring.coreos.com_${plural}.yaml`
  const folder = await kept(`prometheus-operator-${versions.operator}-${plural}`, async (made) => {
    const module = `github.com/prometheus-operator/prometheus-operator@${versions.operator}`
    const { Dir } = JSON.parse(await outputOf('go', ['mod', 'download', '-json', module], { cwd: made })) as {
      Dir: string
    }
    await copyFile(join(Dir, 'example', 'prometheus-operator-crd', name), join(made, name))
  })
  return readFile(join(folder, name), 'utf8')
}

/** The folder of kubectl. */
export const kubectl = (): Promise<string> =>
  kept(`kubectl-${ofCluster.kubectl}`, async (folder) => {
    const build = await kubernetesBuild(ofCluster.kubectl, ['kubectl'], deadline())
    await go(build)(folder)
  })

/** A Python that has the modules of requirements.txt. Its scripts name the folder where it was made: use `-m`. */
export async function python(): Promise<string> {
  const requirements = join(import.meta.dirname, 'requirements.txt')
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
  const target = `python-${digest.slice(0, 12)}`
  const folder = await kept(target, async (folder) => {
    await outputOf('python3', ['-m', 'venv', folder])
    await outputOf(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  })
  return join(folder, 'bin', 'python')
}
