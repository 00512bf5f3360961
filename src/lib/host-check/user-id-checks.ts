import type { Effective } from '../kubelet/defaults/effective.ts'
import { appliesTo } from '../kubelet/rules/rule.ts'
import { userNamespaceRules } from '../kubelet/startup/s23-user-namespaces.ts'
import { hostCheck } from './check.ts'
import type { HostCheck } from './host-checks.ts'
import { HostSubordinateIdsUnknown, type HostView, Unseen } from './host-view.ts'
import { field, HostUserMissing, type ObstacleFact } from './obstacle-messages.ts'

const ids = 'userNamespaces.idsPerPod'

/** User IDs beyond the default range: only a user `kubelet` can have them (S23). */
export async function userIdChecks(config: Effective, host: HostView): Promise<readonly HostCheck[]> {
  const problems = userNamespaceRules
    .filter((rule) => appliesTo(config.release, rule))
    .flatMap((rule) => [...rule.check(config)])
  if (!problems.some(({ severity }) => severity === 'info')) return []
  return [await hostCheck({ path: ids, rule: 'S23' }, () => noUser(host))]
}

/** pkg/kubelet/kubelet_pods.go, getKubeletMappings: without the user, the default range is taken. */
async function noUser(host: HostView): Promise<ObstacleFact | undefined> {
  const users = await host.text('/etc/passwd')
  const services = await host.text('/etc/nsswitch.conf').catch(() => '')
  const onlyFiles = !/^passwd:.*\b(?:ldap|sss|winbind|nis)\b/m.test(services)
  if (onlyFiles && !/^kubelet:/m.test(users)) return HostUserMissing({ subject: field(ids), user: 'kubelet' })
  throw new Unseen(HostSubordinateIdsUnknown())
}
