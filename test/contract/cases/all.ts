import type { Case } from '../subject.ts'
import { accessReviews } from './access-reviews.ts'
import { applies } from './apply.ts'
import { configMaps } from './config-maps.ts'
import { configMapRefusals } from './config-maps-refused.ts'
import { daemonSets } from './daemon-sets.ts'
import { deferrals } from './deferred.ts'
import { deletions } from './deletion.ts'
import { discovery } from './discovery.ts'
import { dryRuns } from './dry-run.ts'
import { kubeletSilent } from './kubelet-silent.ts'
import { limitRanges } from './limit-ranges.ts'
import { listAndPaging } from './list-and-paging.ts'
import { objects } from './objects.ts'
import { patches } from './patches.ts'
import { priorities } from './priority.ts'
import { quotas } from './quotas.ts'
import { rbac } from './rbac.ts'
import { resizeAccepted } from './resize-accepted.ts'
import { resizeInvalid } from './resize-invalid.ts'
import { resizeRefused } from './resize-refused.ts'
import { resizeSettled } from './resize-settled.ts'
import { scheduling } from './scheduler.ts'
import { watches } from './watch.ts'

/** The whole contract. */
export const allCases: readonly Case[] = [
  ...accessReviews,
  ...applies,
  ...configMapRefusals,
  ...configMaps,
  ...daemonSets,
  ...deferrals,
  ...deletions,
  ...discovery,
  ...dryRuns,
  ...kubeletSilent,
  ...limitRanges,
  ...listAndPaging,
  ...objects,
  ...patches,
  ...priorities,
  ...quotas,
  ...rbac,
  ...resizeAccepted,
  ...resizeInvalid,
  ...resizeRefused,
  ...resizeSettled,
  ...scheduling,
  ...watches,
]
