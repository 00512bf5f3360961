import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { judge } from '../../../src/lib/kubelet/check/judge.ts'
import { differences } from '../../../src/lib/kubelet/merge/differences.ts'
import { merge } from '../../../src/lib/kubelet/merge/merge.ts'
import { provenance } from '../../../src/lib/kubelet/merge/provenance.ts'
import { readConfigz } from '../../../src/lib/yaml/read/read-configz.ts'
import { header, layersOf, type Start } from '../../lib/kubelet/merge/assemble.ts'
import { defaultRows } from '../../lib/kubelet/merge/default-rows.ts'
import { valueRows } from '../../lib/kubelet/merge/value-rows.ts'
import { onNode } from '../node.ts'
import { apartOnNode } from '../verdicts/try-kubelets.ts'
import { newest } from '../versions.ts'
import type { Given, Started } from './kubelet.ts'

/** What every kubelet here needs, whatever its files say: no API server, no cgroups, and anybody may read its configz. */
const needed = [
  '--anonymous-auth=true',
  '--authentication-token-webhook=false',
  '--authorization-mode=AlwaysAllow',
  '--container-runtime-endpoint=unix:///run/containerd/containerd.sock',
  '--cgroup-driver=cgroupfs',
  '--fail-cgroupv1=false',
  '--fail-swap-on=false',
  '--local-storage-capacity-isolation=false',
]
const withoutCgroups = ['--cgroups-per-qos=false', '--enforce-node-allocatable=']
/** The same by the file, so that its empty list can be lost. */
const byFile = 'cgroupsPerQOS: false\nenforceNodeAllocatable: []\n'

const rows: readonly (readonly [name: string, start: Start])[] = [
  ...[...valueRows, ...defaultRows]
    .filter(([, { release }]) => release === undefined)
    .map(
      ([name, start]) => [name, { ...start, flags: [...needed, ...withoutCgroups, ...(start.flags ?? [])] }] as const,
    ),
  ['no drop-ins, and an empty list', { file: byFile, flags: needed }],
  ['an empty folder of drop-ins, and an empty list', { file: byFile, dropIns: {}, flags: needed }],
  ['an empty list in a drop-in', { file: '', dropIns: { 'a.conf': byFile }, flags: needed }],
]

/** Drop-ins without a suffix would not be read. */
const named = (start: Start): Start => ({
  ...start,
  ...(start.dropIns && {
    dropIns: Object.fromEntries(
      Object.entries(start.dropIns).map(([name, text]) => [name.replace(/(?:\.conf)?$/, '.conf'), text]),
    ),
  }),
})

function givenFor({ file, dropIns, flags = [] }: Start): Given {
  const inFolder = Object.entries(dropIns ?? {}).map(([name, text]) => [`drop-ins/${name}`, header + text] as const)
  return {
    files: Object.fromEntries([...(file === undefined ? [] : [['config.yaml', header + file] as const]), ...inFolder]),
    flags: [
      ...(file === undefined ? [] : ['--config=FOLDER/config.yaml']),
      ...(dropIns === undefined ? [] : ['--config-dir=FOLDER/drop-ins']),
      ...flags,
    ],
  }
}

let started: readonly Started[] = []

beforeAll(async () => {
  const all = rows.map(([, start]) => givenFor(named(start)))
  const command = apartOnNode(join(import.meta.dirname, 'on-node.ts'))
  started = JSON.parse(await onNode('node-a', command, JSON.stringify(all)))
}, 300_000)

async function opinion(start: Start) {
  const layers = await layersOf(named(start))
  const merged = merge(layers)
  if (merged.outcome === 'refused') return { fatal: merged.findings }
  const fatal = judge(merged.document, layers.release).filter((finding) => finding.fatal)
  return fatal.length > 0 ? { fatal } : { fields: provenance(merged.document, layers) }
}

describe('a kubelet runs with what we say, or does not start, as we say', () => {
  test('the rows are many', () => {
    expect(rows.length).toBeGreaterThan(50)
    expect(started.filter((one) => 'configz' in one).length).toBeGreaterThan(40)
  })

  test.each(rows.map(([name, start], index) => [name, start, index] as const))('%s', async (_name, start, index) => {
    const kubelet = started[index]!
    const ours = await opinion(start)
    if (ours.fields === undefined || 'log' in kubelet) {
      if ('log' in kubelet && ours.fields === undefined) return
      throw new Error(`we say ${JSON.stringify(ours.fatal ?? 'it runs')}, but: ${JSON.stringify(kubelet)}`)
    }
    const reported = await readConfigz(kubelet.configz, newest)
    expect(reported).toBeDefined()
    expect(differences(ours.fields, reported!)).toEqual([])
  })
})
