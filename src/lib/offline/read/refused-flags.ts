import { check } from '../../kubelet/check/check.ts'
import { flagSubject } from '../../kubelet/flags/flag-messages.ts'
import { migrate, stopped, treeWith } from '../../kubelet/flags/migrate.ts'
import type { Setting } from '../../kubelet/flags/setting.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { fileSubject } from '../../message/fact.ts'
import { kubeadmObjects } from '../../yaml/read/kubeadm.ts'
import { type KubeletExtraArgs, kubeletExtraArgs } from '../../yaml/read/kubelet-extra-args.ts'
import type { Member } from '../../yaml/read/survey.ts'
import { type FlagRefusal, FlagValueRefused, KubeadmRefuses } from './start-messages.ts'

interface FileWithFlags {
  readonly file: string
  readonly members: readonly Member[]
}

/**
 * Why kubelets of a release do not start with the kubeletExtraArgs of a file for kubeadm: kubeadm refuses them, the
 * kubelet does not have the flag, cannot read its value, or refuses the configuration that they make of the file.
 */
export function refusedFlags({ file, members }: FileWithFlags, release: Release): readonly FlagRefusal[] {
  const base = members.find(({ holds }) => holds === 'configuration')?.reading
  return kubeadmObjects({ members }).flatMap((object) => {
    const given = kubeletExtraArgs(object)
    return given === undefined ? [] : refusedArgs(given, { file, base, release })
  })
}

interface Beside {
  readonly file: string
  readonly base: Reading | undefined
  readonly release: Release
}

function refusedArgs({ flags, problems }: KubeletExtraArgs, { file, base, release }: Beside): readonly FlagRefusal[] {
  const words = flags.map(({ text, at }) => ({ text, from: file, at }))
  const line = { words, whole: false, unset: [], environmentFiles: [], notes: [] }
  const found = migrate(line, release, { hasFile: true })
  const settings = [...found.settings, ...found.kept]
  return [
    ...(problems.length === 0 ? [] : [KubeadmRefuses({ subject: fileSubject(file), problems })]),
    ...found.problems,
    ...found.unknown.map((flag) => stopped(flag, release)),
    ...refusedValues(settings, base, release),
  ]
}

/** The values of flags with which a kubelet refuses a configuration that it takes without them. */
export function refusedValues(
  settings: readonly Setting[],
  base: Reading | undefined,
  release: Release,
): readonly FlagRefusal[] {
  const tree = base?.outcome === 'tree' && base.tree.type === 'map' ? base.tree : undefined
  if (settings.length === 0 || (base !== undefined && tree === undefined)) return []
  const merged: Reading = { outcome: 'tree', tree: treeWith(settings, tree), format: 'yaml', findings: [] }
  const before = new Set(base === undefined ? [] : fatalIn(base, release).map(keyOf))
  return fatalIn(merged, release).flatMap((finding): readonly FlagRefusal[] => {
    if (before.has(keyOf(finding))) return []
    const setting = settings.find(({ names }) => isAbout(finding, names)) ?? settings[0]!
    const { flag, from, at } = setting
    return flag === undefined
      ? []
      : [FlagValueRefused({ subject: flagSubject(flag), place: { from, at }, release, finding })]
  })
}

const fatalIn = (reading: Reading, release: Release): readonly Finding[] =>
  check(reading, release).findings.filter(({ fatal }) => fatal)

const keyOf = ({ rule, path, message }: Finding): string => JSON.stringify([rule, path, message])

/** A finding at `featureGates[NodeSwap]` is about the flag of that gate, one at `evictionHard[memory.available]` about that of the map. */
function isAbout({ path }: Finding, [first = '', ...others]: readonly string[]): boolean {
  const name = [first, ...others].join('.')
  const entry = `${first}[${others.join('.')}]`
  return [name, entry].some((known) => path === known || path.startsWith(`${known}.`) || path.startsWith(`${known}[`))
}
