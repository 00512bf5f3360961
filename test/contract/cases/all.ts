import type { Case } from '../subject.ts'
import { accessReviews } from './access-reviews.ts'
import { applies } from './apply.ts'
import { configMaps } from './config-maps.ts'
import { configMapRefusals } from './config-maps-refused.ts'
import { controllerRevisions } from './controller-revisions.ts'
import { daemonSets } from './daemon-sets.ts'
import { deferrals } from './deferred.ts'
import { deleteOptions } from './delete-options.ts'
import { deletions } from './deletion.ts'
import { discovery } from './discovery.ts'
import { dryRuns } from './dry-run.ts'
import { elementOrders } from './element-order.ts'
import { events } from './events.ts'
import { evictions } from './evictions.ts'
import { fieldManagers } from './field-managers.ts'
import { finalizers } from './finalizers.ts'
import { kubeletSilent } from './kubelet-silent.ts'
import { leases } from './leases.ts'
import { limitRanges } from './limit-ranges.ts'
import { listAndPaging } from './list-and-paging.ts'
import { listOptions } from './list-options.ts'
import { metrics } from './metrics.ts'
import { nodeProxy } from './node-proxy.ts'
import { nodeStatus } from './node-status.ts'
import { objects } from './objects.ts'
import { patches } from './patches.ts'
import { podNames } from './pod-names.ts'
import { admissionPolicies } from './policies.ts'
import { priorities } from './priority.ts'
import { protobuf } from './protobuf.ts'
import { protobufRefusals } from './protobuf-refused.ts'
import { putCreates } from './put-creates.ts'
import { quotas } from './quotas.ts'
import { rbac } from './rbac.ts'
import { resizeAccepted } from './resize-accepted.ts'
import { resizeInvalid } from './resize-invalid.ts'
import { resizeRefused } from './resize-refused.ts'
import { resizeSettled } from './resize-settled.ts'
import { roles } from './roles.ts'
import { scheduling } from './scheduler.ts'
import { tables } from './tables.ts'
import { watches } from './watch.ts'

/** The whole contract. */
export const allCases: readonly Case[] = [
  ...accessReviews,
  ...admissionPolicies,
  ...applies,
  ...configMapRefusals,
  ...configMaps,
  ...controllerRevisions,
  ...daemonSets,
  ...deferrals,
  ...deleteOptions,
  ...deletions,
  ...discovery,
  ...dryRuns,
  ...elementOrders,
  ...events,
  ...evictions,
  ...fieldManagers,
  ...finalizers,
  ...kubeletSilent,
  ...leases,
  ...limitRanges,
  ...listAndPaging,
  ...listOptions,
  ...metrics,
  ...nodeProxy,
  ...nodeStatus,
  ...objects,
  ...patches,
  ...podNames,
  ...priorities,
  ...protobuf,
  ...protobufRefusals,
  ...putCreates,
  ...quotas,
  ...rbac,
  ...resizeAccepted,
  ...resizeInvalid,
  ...resizeRefused,
  ...resizeSettled,
  ...roles,
  ...scheduling,
  ...tables,
  ...watches,
]
