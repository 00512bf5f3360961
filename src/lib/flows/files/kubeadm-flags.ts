import { Failure } from '../../failure.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import type { KubeadmSource, Read } from '../../kubelet-flags/source.ts'
import { placeIn } from '../../words/finding-words.ts'
import { nameOf } from '../../yaml/read/holding.ts'
import { kubeadmObjects } from '../../yaml/read/kubeadm.ts'
import { type KubeletExtraArgs, kubeletExtraArgs } from '../../yaml/read/kubelet-extra-args.ts'
import type { Survey } from '../../yaml/read/survey.ts'
import { startsAsJson } from '../../yaml/read/text.ts'

export interface KubeadmFile {
  readonly file: string
  readonly found: Survey
}

/**
 * The flags that kubeadm would give to a kubelet after the kubeletExtraArgs of files, but for those that it adds by itself.
 * Throws Failure 'invalid' that names the places when a file cannot be read, when kubeadm would not take it, and when
 * nobody could know which flags.
 */
export function kubeadmFlags(files: readonly KubeadmFile[]): readonly Read<KubeadmSource>[] {
  const read = files.map((one) => ({ ...one, given: givenIn(one) }))
  const some = read.flatMap(({ given }) => given).filter(({ flags }) => flags.length > 0)
  if (new Set(some.map(lineOf)).size > 1)
    throw failure(`${namesOf(some)}: different flags for kubelets`, some, 'leave all but one of them out')
  return read.map(({ file, found, given }) => ({ file, source: sourceOf(found, given) }))
}

interface Place extends Partial<Position> {
  readonly file: string
  readonly message: string
}

type Given = KubeletExtraArgs & Place

function givenIn({ file, found }: KubeadmFile): readonly Given[] {
  const broken = found.members.flatMap(({ holds, reading }) => (holds === 'unreadable' ? reading.findings : []))
  if (broken.length > 0) throw failure(`${file}: cannot be read`, placesIn(file, broken), ...remedies(found))
  const given = kubeadmObjects(found).flatMap((object) => {
    const args = kubeletExtraArgs(object)
    return args === undefined ? [] : [{ ...args, file, message: nameOf(object) }]
  })
  const problems = given.flatMap((one) => one.problems)
  if (problems.length > 0) throw failure(`${file}: kubeadm does not take it`, placesIn(file, problems))
  return given
}

const remedies = ({ source }: Survey): readonly string[] =>
  startsAsJson(source.text) ? ['what begins with { is read as one document in JSON: put a line --- before it'] : []

const lineOf = ({ flags }: Pick<Given, 'flags'>): string => flags.map(({ text }) => text).join(' ')

function sourceOf({ members }: Survey, given: readonly Given[]): KubeadmSource {
  const { flags = [] } = given.find((one) => one.flags.length > 0) ?? {}
  const variables = new Map(flags.length === 0 ? [] : [['KUBELET_KUBEADM_ARGS', lineOf({ flags })]])
  return { kind: 'kubeadm', variables, flags, hasConfiguration: members.some(({ holds }) => holds === 'configuration') }
}

const placesIn = (file: string, places: readonly Omit<Place, 'file'>[]): readonly Place[] =>
  places.map(({ line, column, message }) => ({ file, line, column, message }) as Place)

const namesOf = (places: readonly Place[]): string => [...new Set(places.map(({ file }) => file))].join(', ')

function failure(what: string, places: readonly Place[], ...suggestions: string[]): Failure {
  const lines = places.map((place) => `  ${placeIn(place.file, place)}: ${place.message}`)
  return new Failure('invalid', [what, ...lines].join('\n'), { suggestions })
}
