import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Answer } from '../../model/evidence.ts'
import { codeOf } from './ask.ts'
import { RuntimeNotAnswering, RuntimeNotKnown } from './evidence-messages.ts'
import { fail, pass, unknown } from './pod-evidence.ts'

/** Where container runtimes listen unless they are told otherwise. */
const usual = ['/run/containerd/containerd.sock', '/run/crio/crio.sock', '/run/cri-dockerd.sock']

/** Whether the runtime of this machine accepts connections: at its endpoint if that is known, else at one of the usual ones. */
export async function runtimeAnswer(endpoint: string | undefined, signal: AbortSignal): Promise<Answer> {
  const own = endpoint === undefined ? undefined : /^(?:unix:\/\/)?(\/.*)$/.exec(endpoint)?.[1]
  const paths = own === undefined ? usual : [own]
  const there = own === undefined ? await sockets(paths) : paths
  const answers = await Promise.all(there.map((path) => answerOf(path, signal)))
  return answers.find(({ verdict }) => verdict === 'pass') ?? answers[0] ?? unknown(RuntimeNotKnown())
}

async function sockets(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  return paths.filter((_, index) => found[index]?.isSocket())
}

async function answerOf(path: string, signal: AbortSignal): Promise<Answer> {
  try {
    await accepted(path, signal)
    return pass
  } catch (error) {
    return fail(RuntimeNotAnswering({ endpoint: path, errno: signal.aborted ? 'ETIMEDOUT' : codeOf(error) }))
  }
}

function accepted(path: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path, signal })
    socket.on('error', reject).on('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}
