import { join } from 'node:path'
import pMap from 'p-map'
import { canonical } from '../../../src/lib/kubelet/compare/canonical.ts'
import { afterProgram, wordsFrom } from '../../../src/lib/kubelet/flags/command-line.ts'
import { flagLayers } from '../../../src/lib/kubelet/flags/flag-layers.ts'
import { differences } from '../../../src/lib/kubelet/merge/differences.ts'
import { dropInsAmong } from '../../../src/lib/kubelet/merge/drop-in-order.ts'
import type { FileLayer, Layers } from '../../../src/lib/kubelet/merge/layers.ts'
import { leavesOf } from '../../../src/lib/kubelet/merge/leaves.ts'
import { merge } from '../../../src/lib/kubelet/merge/merge.ts'
import { provenance } from '../../../src/lib/kubelet/merge/provenance.ts'
import type { Value } from '../../../src/lib/kubelet/model/document.ts'
import { findingsOfMerge } from '../../../src/lib/offline/effective/findings-of-merge.ts'
import { readConfigz } from '../../../src/lib/yaml/read/read-configz.ts'
import { readLayer } from '../../../src/lib/yaml/read/read-layer.ts'
import { partDirectory } from '../../cluster/build/parts.ts'
import { type Release, releases } from '../../cluster/versions.ts'
import { hostCauseOf, lastWords } from '../start/causes.ts'
import { dropInFolder } from '../start/host/trial.ts'
import type { Hosts } from '../start/hosts.ts'
import { type Folder, folderOf } from './folder.ts'

/** What every kubelet here needs, whatever its files say: no API server, no cgroups, and anybody may read its configz. */
const port = 10250
const flags = [
  '--address=127.0.0.1',
  `--port=${port}`,
  '--enable-server=true',
  '--enable-debugging-handlers=true',
  '--anonymous-auth=true',
  '--authentication-token-webhook=false',
  '--rotate-server-certificates=false',
  '--authorization-mode=AlwaysAllow',
  '--client-ca-file=',
  '--tls-cert-file=',
  '--tls-private-key-file=',
  '--container-runtime-endpoint=unix:///run/containerd/containerd.sock',
  '--cgroup-driver=cgroupfs',
  '--cgroups-per-qos=false',
  '--enforce-node-allocatable=',
  '--fail-cgroupv1=false',
  '--fail-swap-on=false',
  '--local-storage-capacity-isolation=false',
]

interface Range {
  readonly seed: number
  readonly count: number
  readonly signal: AbortSignal
}

/** Kubelets at once: each mostly waits. */
const atOnce = 8

/** Folders whose merge starts, as far as we know, on real kubelets: their configz against what we merge. */
export class StartedFolders {
  readonly #hosts: Hosts
  readonly #release: Release
  readonly #found: string[] = []
  #equal = 0
  #dead = 0

  constructor(hosts: Hosts, release: Release) {
    this.#hosts = hosts
    this.#release = release
  }

  /** Until `count` of them have run. Another takes the place of one that the host lets die, but not for ever. */
  async run({ seed, count, signal }: Range): Promise<void> {
    let next = seed
    const step = async (): Promise<void> => {
      while (this.#equal + this.#found.length < count) {
        signal.throwIfAborted()
        if (this.#dead > mostDead * count) throw new Error(`${this.#dead} kubelets told nothing: is the host fit?`)
        const own = next++
        const files = folderOf(own)
        const layers = await this.#layersOf(files)
        if (layers !== undefined && starts(layers)) await this.#try(own, files, layers)
      }
    }
    await pMap(Array.from({ length: atOnce }), step, { concurrency: atOnce, signal })
  }

  found(): readonly string[] {
    return this.#found
  }

  summary(): string {
    return `equal: ${this.#equal}; did not tell: ${this.#dead}; DIFFERS: ${this.#found.length}`
  }

  async #try(seed: number, files: Folder, layers: Layers): Promise<void> {
    const program = join(partDirectory('kubelet', releases[this.#release]), 'kubelet')
    const own = Object.entries(files).flatMap(([name, text]) =>
      name.startsWith(inFolder) ? [[name.slice(inFolder.length), text] as const] : [],
    )
    const dropIns = { files: Object.fromEntries(own), flags, port }
    const trial = { program, text: files['config.yaml']!, healthz: undefined, dropIns }
    const { configz, end, log } = await this.#hosts.try('plain', trial, async () => undefined)
    if (configz === undefined) {
      if (!end.startsWith('exit') || hostCauseOf(log) !== undefined) this.#dead++
      else this.#found.push(report(seed, files, [`  ${end}: ${lastWords(log)}`]))
      return
    }
    const reported = await readConfigz(configz, this.#release)
    const merged = merge(layers)
    if (reported === undefined || merged.outcome === 'refused') throw new Error(`seed ${seed}: nothing to compare`)
    const expected = provenance(merged.document, layers)
    const told = differences(expected, reported).flatMap((path) => [
      `  ${path}`,
      `    ours:    ${shown(expected.find((field) => field.path === path)?.value)}`,
      `    kubelet: ${shown(leavesOf(reported).find((leaf) => leaf.path === path)?.value)}`,
    ])
    if (told.length === 0) this.#equal++
    else this.#found.push(report(seed, files, told))
  }

  /** undefined: a file cannot be read. */
  async #layersOf(files: Folder): Promise<Layers | undefined> {
    const line = { ...afterProgram(wordsFrom('flags', flags)), unset: [], environmentFiles: [], notes: [] }
    const { layers, defaults } = flagLayers(line, this.#release)
    const base = await readLayer('/etc/kubernetes/config.yaml', files['config.yaml']!)
    const names = dropInsAmong(Object.keys(files).filter((name) => name.startsWith(inFolder)))
    const read = await Promise.all(
      names.map((name) => readLayer(`${dropInFolder}/${name.slice(inFolder.length)}`, files[name]!)),
    )
    const dropIns = read.filter((one): one is FileLayer => 'tree' in one)
    if (!('tree' in base) || dropIns.length < read.length) return undefined
    return {
      release: this.#release,
      base: { ...base, folder: '/etc/kubernetes' },
      dropIns,
      flags: layers,
      flagDefaults: defaults,
    }
  }
}

function report(seed: number, files: Folder, told: readonly string[]): string {
  const texts = Object.entries(files).map(([name, text]) => `  ${name}: ${JSON.stringify(text)}`)
  return `\n${[`seed ${seed}:`, ...told, ...texts].join('\n')}\n`
}

const shown = (value: Value | undefined): string => (value === undefined ? 'nothing' : canonical(value))

/** For each that runs. */
const mostDead = 5

const inFolder = 'drop-ins/'

function starts(layers: Layers): boolean {
  const merged = merge(layers)
  return merged.outcome === 'merged' && !findingsOfMerge(merged, layers).some(({ fatal }) => fatal)
}
