import { readFile } from 'node:fs/promises'
import { chooseContext } from '../../cluster/login/context.ts'
import { findKubeconfig } from '../../cluster/login/kubeconfig-find.ts'
import { Failure } from '../../message/failure.ts'
import { tokenFileAt } from '../host/token-file.ts'
import { type Kept, keepToken } from '../loop/keep-token.ts'
import { AgentWithoutToken } from '../loop/loop-messages.ts'

/** The token that the agent logs in with. */
export interface AgentToken {
  /** As it is now. Rejects with Failure 'refused' when the agent has other credentials. */
  read(): Promise<string>
  /** Renews it until the signal aborts, if it is in a file that an installation made. */
  keep(kept: Omit<Kept, 'file'>, signal: AbortSignal): Promise<void>
}

/** `kubeconfig`: that of the agent; undefined: the one that is found, such as the service account of its pod. */
export async function agentTokenIn(kubeconfig: string | undefined): Promise<AgentToken> {
  const { user } = chooseContext(await findKubeconfig(kubeconfig), {})
  const login = user?.login
  return {
    async read() {
      if (login?.kind === 'token') return login.token
      const text = login?.kind === 'tokenFile' ? await readFile(login.file, 'utf8').catch(() => '') : ''
      if (text.trim() !== '') return text.trim()
      throw new Failure('refused', AgentWithoutToken())
    },
    async keep(kept, signal) {
      // The kubelet renews that of a pod.
      if (kubeconfig === undefined || login?.kind !== 'tokenFile') return
      await keepToken({ ...kept, file: tokenFileAt(login.file) }, signal)
    },
  }
}
