import type { KubeadmSource, Read } from '../../kubelet/flags/source.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { nameOf } from '../../yaml/read/holding.ts'
import { kubeadmObjects } from '../../yaml/read/kubeadm.ts'
import { type KubeletExtraArgs, kubeletExtraArgs } from '../../yaml/read/kubelet-extra-args.ts'
import type { Survey } from '../../yaml/read/survey.ts'
import { startsAsJson } from '../../yaml/read/text.ts'
import type { SurveyedFile } from '../read/one-document.ts'
import {
  FlagsDiffer,
  KubeadmFileNotReadable,
  KubeadmRefuses,
  type PlacedObject,
  type StartRefusal,
} from '../read/start-messages.ts'

/**
 * The flags that kubeadm would give to a kubelet because of the kubeletExtraArgs of files, without the flags that it
 * adds itself. Throws Failure 'invalid' with the places when a file cannot be read, when kubeadm would refuse it, and
 * when the files disagree on the flags.
 */
export function kubeadmFlags(files: readonly SurveyedFile[]): readonly Read<KubeadmSource>[] {
  const read = files.map((one) => ({ ...one, given: givenIn(one) }))
  const some = read.flatMap(({ given }) => given).filter(({ flags }) => flags.length > 0)
  if (new Set(some.map(lineOf)).size > 1)
    throw refusal(FlagsDiffer({ objects: some.map(({ subject, object }) => ({ subject, object })) }))
  return read.map(({ file, found, given }) => ({ file, source: sourceOf(found, given) }))
}

type Given = KubeletExtraArgs & PlacedObject

const refusal = (fact: StartRefusal): Failure => new Failure('invalid', fact)

function givenIn({ file, found }: SurveyedFile): readonly Given[] {
  const subject = fileSubject(file)
  const findings = found.members.flatMap(({ holds, reading }) => (holds === 'unreadable' ? reading.findings : []))
  if (findings.length > 0)
    throw refusal(KubeadmFileNotReadable({ subject, findings, isJson: startsAsJson(found.source.text) }))
  const given = kubeadmObjects(found).flatMap((object): readonly Given[] => {
    const args = kubeletExtraArgs(object)
    return args === undefined ? [] : [{ ...args, subject: fileSubject(file, args), object: nameOf(object) }]
  })
  const problems = given.flatMap((one) => one.problems)
  if (problems.length > 0) throw refusal(KubeadmRefuses({ subject, problems }))
  return given
}

const lineOf = ({ flags }: Pick<Given, 'flags'>): string => flags.map(({ text }) => text).join(' ')

function sourceOf({ members }: Survey, given: readonly Given[]): KubeadmSource {
  const { flags = [] } = given.find((one) => one.flags.length > 0) ?? {}
  const variables = new Map(flags.length === 0 ? [] : [['KUBELET_KUBEADM_ARGS', lineOf({ flags })]])
  return { kind: 'kubeadm', variables, flags, hasConfiguration: members.some(({ holds }) => holds === 'configuration') }
}
