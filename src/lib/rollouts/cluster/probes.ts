import { podPath, podsPath } from '../../api/kinds.ts'
import type { Pod } from '../../api/pod.ts'
import type { Refusal } from '../../cluster/http/answer.ts'
import { listAll } from '../../cluster/http/paging.ts'
import { failureOf, isAbsent } from '../../cluster/http/refusal.ts'
import { bodyOrThrow, type Rest } from '../../cluster/http/rest.ts'
import { messageOf } from '../../message/describe.ts'
import { Failure } from '../../message/failure.ts'
import { controller, probe as names } from '../../names.ts'
import type { Probes } from '../ports/probes.ts'
import { failedCheck } from '../probe-findings.ts'
import { container, probeIn, probePod } from '../probe-pod.ts'

const { namespace } = controller

/** A kubelet may answer with any code, and the API server passes it on. */
function refusalText(refusal: Refusal, server: string): string {
  const failure = failureOf(refusal, server)
  return failure instanceof Failure ? messageOf(failure.fact) : `answer ${refusal.code}: ${refusal.text}`
}

export function probesOver(rest: Rest): Probes {
  return {
    async list(limits) {
      const listing = { path: podsPath(namespace), labelSelector: names.label }
      const found = await listAll(rest, { listing, small: probeIn }, limits)
      return found.filter((one) => one !== undefined)
    },
    async tryLog({ name }, limits) {
      const query = { container, limitBytes: '4096' }
      const call = {
        method: 'GET',
        path: `${podPath(namespace, name)}/log`,
        query,
        accept: '*/*',
        shape: 'text',
      } as const
      try {
        const answer = await rest.ask<string>({ ...call, once: true }, limits)
        if (answer.kind === 'refused') return failedCheck('logs', refusalText(answer.refusal, rest.server))
        return answer.body.includes(name) ? undefined : failedCheck('logs', 'it does not have what the pod has printed')
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'interrupted') throw error
        return failedCheck('logs', messageOf(error.fact))
      }
    },
    async make(probe, policy, limits) {
      const call = { method: 'POST', path: podsPath(namespace), body: probePod(probe, policy) } as const
      const answer = await rest.ask<Pod>(call, limits)
      if (answer.kind === 'refused' && answer.refusal.status?.reason === 'AlreadyExists') return
      bodyOrThrow(answer, rest.server)
    },
    async remove({ name, uid }, limits) {
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, preconditions: { uid } }
      const answer = await rest.ask({ method: 'DELETE', path: podPath(namespace, name), body }, limits)
      const isGone = answer.kind === 'refused' && (isAbsent(answer.refusal) || answer.refusal.code === 409)
      if (!isGone) bodyOrThrow(answer, rest.server)
    },
  }
}
