import { configMapStrategy } from './config-maps.ts'
import { daemonSetStrategy } from './daemon-sets.ts'
import { namespaceStrategy, nodeStrategy } from './nodes.ts'
import { podStrategy } from './pods/strategy.ts'
import { priorityClassStrategy } from './priority-classes.ts'
import { limitRangeStrategy, resourceQuotaStrategy } from './quota-objects.ts'
import { bindingStrategy, roleStrategy } from './rbac.ts'
import type { Strategy } from './strategy.ts'

/** By resource; a kind that is not here has nothing special about it. */
export const strategies: Readonly<Record<string, Partial<Strategy>>> = {
  clusterrolebindings: bindingStrategy,
  clusterroles: roleStrategy,
  configmaps: configMapStrategy,
  daemonsets: daemonSetStrategy,
  limitranges: limitRangeStrategy,
  namespaces: namespaceStrategy,
  nodes: nodeStrategy,
  pods: podStrategy,
  priorityclasses: priorityClassStrategy,
  resourcequotas: resourceQuotaStrategy,
  rolebindings: bindingStrategy,
  roles: roleStrategy,
}
