import type { Pod } from '../../api/pod.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { resizePatch } from '../../sizing/patch.ts'
import { requestsOf } from '../../sizing/requests.ts'
import type { Requests, Resize } from '../../sizing/resize.ts'
import { type SizingWorld, settle } from './settle.ts'

/** Milliseconds for taking back, which Ctrl-C does not shorten: half done is worse than late. */
const patience = 10_000
/** Milliseconds to see the kubelet agree; the scheduler counts the room as free at once, agreed or not. */
const confirmation = 2_000

export interface Claim {
  /** The balloon as the server answered to the resize: it asks for the new size, letter for letter. */
  readonly pod: Pod
  /** What the kubelet had granted before: it holds that still, so it cannot be refused. */
  readonly backTo: Requests
}

/** Undo a resize, if the balloon still asks for what we asked. Failure: it stands, and this is the command that undoes it. */
export async function takeBack(world: SizingWorld, { pod, backTo }: Claim): Promise<void> {
  const limits: Limits = { signal: new AbortController().signal, timeoutMs: patience }
  const resize = { pod, from: requestsOf(pod) ?? backTo, to: backTo }
  const answer = await world.cluster.balloons.resize(resize, 'none', limits).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    throw error.code === 'conflict' ? supersededBy(pod, error) : notTakenBack(resize, error)
  })
  const expectation = { uid: answer.metadata.uid, generation: answer.metadata.generation ?? 0, requests: backTo }
  await settle(world, { pod: answer.metadata.name, expectation, timeoutMs: confirmation }, limits)
}

const supersededBy = ({ metadata }: Pod, cause: Failure): Failure =>
  new Failure('conflict', `not taken back: somebody else has resized or replaced pod ${metadata.name} meanwhile`, {
    cause,
  })

function notTakenBack(resize: Resize, cause: Failure): Failure {
  return new Failure(cause.code, `NOT taken back, the node is still being made smaller: ${cause.message}`, {
    cause,
    suggestions: [`to take it back: ${undoCommand(resize)}`],
  })
}

/** For a shell. It does nothing unless the balloon asks for just what the resize is from. */
export function undoCommand(resize: Resize): string {
  const { name, namespace } = resize.pod.metadata
  const patch = JSON.stringify(resizePatch(resize))
  return `kubectl patch pod ${name} -n ${namespace} --subresource resize --type json -p '${patch}'`
}
