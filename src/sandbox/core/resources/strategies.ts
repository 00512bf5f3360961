import type { Kind } from '../model/kinds.ts'
import type { KubeObject } from '../model/object.ts'
import type { Strategy } from '../model/strategy.ts'
import { podStrategy } from '../pods/strategy.ts'
import { configMapStrategy } from './config-maps.ts'
import { controllerRevisionStrategy } from './controller-revisions.ts'
import { daemonSetStrategy } from './daemon-sets.ts'
import { eventStrategy } from './events.ts'
import { leaseStrategy } from './leases.ts'
import { namespaceStrategy, nodeStrategy } from './nodes.ts'
import { policyBindingStrategy, policyStrategy } from './policies.ts'
import { priorityClassStrategy } from './priority-classes.ts'
import { limitRangeStrategy, resourceQuotaStrategy } from './quota-objects.ts'
import { bindingStrategy, roleStrategy } from './rbac.ts'

/** Strategies by resource. Other kinds have no rules of their own. */
const strategies: Readonly<Record<string, Partial<Strategy>>> = {
  clusterrolebindings: bindingStrategy,
  clusterroles: roleStrategy,
  configmaps: configMapStrategy,
  controllerrevisions: controllerRevisionStrategy,
  daemonsets: daemonSetStrategy,
  events: eventStrategy,
  leases: leaseStrategy,
  limitranges: limitRangeStrategy,
  namespaces: namespaceStrategy,
  nodes: nodeStrategy,
  pods: podStrategy,
  priorityclasses: priorityClassStrategy,
  resourcequotas: resourceQuotaStrategy,
  rolebindings: bindingStrategy,
  roles: roleStrategy,
  validatingadmissionpolicies: policyStrategy,
  validatingadmissionpolicybindings: policyBindingStrategy,
}

const same = (object: KubeObject): KubeObject => object

const plain: Strategy = {
  defaults: same,
  initialize: same,
  restore: same,
  mutate: same,
  validate: () => [],
  admit: () => {},
}

export const strategyOf = ({ resource }: Kind): Strategy => ({ ...plain, ...strategies[resource] })
