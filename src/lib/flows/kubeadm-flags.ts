import type { Position } from '../config/tree.ts'
import { Failure } from '../errors.ts'
import { nameOf } from '../reading/holding.ts'
import { kubeadmObjects } from '../reading/kubeadm.ts'
import { kubeletExtraArgs } from '../reading/kubelet-extra-args.ts'
import type { Survey } from '../reading/survey.ts'
import { placeIn } from '../render/findings.ts'

const ofKubeadm = /^[\s{"']*apiVersion["']?\s*:\s*["']?kubeadm\.k8s\.io\//m

export const isForKubeadm = (text: string): boolean => ofKubeadm.test(text)

/**
 * The kubeadm-flags.env that kubeadm would write after the kubeletExtraArgs of a file, but for the flags that it adds by
 * itself. Throws Failure 'invalid' that names the places when it would not take the file, or could not know which flags.
 */
export function kubeadmFlags(file: string, found: Survey): string {
  const given = kubeadmObjects(found).flatMap((object) => {
    const args = kubeletExtraArgs(object)
    return args === undefined ? [] : [{ ...args, message: nameOf(object), text: args.flags.join(' ') }]
  })
  const problems = [...unread(found), ...given.flatMap((one) => one.problems)]
  if (problems.length > 0) throw failure(`${file}: kubeadm does not take it`, file, problems)
  const some = given.filter(({ flags }) => flags.length > 0)
  if (new Set(some.map(({ text }) => text)).size > 1)
    throw failure(`${file}: its kubelets have different flags`, file, some, 'leave all but one of them out')
  return `KUBELET_KUBEADM_ARGS=${JSON.stringify(some[0]?.text ?? '')}\n`
}

const unread = ({ members }: Survey) =>
  members.flatMap(({ holds, reading }) => (holds === 'unreadable' ? reading.findings : []))

type Place = Partial<Position> & { readonly message: string }

function failure(what: string, file: string, places: readonly Place[], ...suggestions: string[]): Failure {
  const lines = places.map((place) => `  ${placeIn(file, place)}: ${place.message}`)
  return new Failure('invalid', [what, ...lines].join('\n'), { suggestions })
}
