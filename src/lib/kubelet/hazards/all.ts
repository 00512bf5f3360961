import { evictionHazards } from './h01-h05-eviction.ts'
import { byteHazards } from './h06-bytes.ts'
import { podHazards } from './h07-h08-pods.ts'
import { timeHazards } from './h09-h11-times.ts'
import { nodeHazards } from './h12-h15-node.ts'
import { accessHazards } from './h16-h18-access.ts'
import { securityHazards } from './h19-h23-security.ts'
import { serviceHazards } from './h24-h28-service.ts'
import { hostHazards } from './h29-h30-host.ts'
import { authenticationHazards } from './h31-authentication.ts'
import { sysctlHazards } from './h32-sysctls.ts'
import { thresholdHazards } from './h33-thresholds.ts'
import { imagePullHazards } from './h34-image-pulls.ts'
import type { Hazard } from './hazard.ts'

/** What a kubelet accepts, and its node suffers from. */
export const hazards: readonly Hazard[] = [
  ...evictionHazards,
  ...byteHazards,
  ...podHazards,
  ...timeHazards,
  ...nodeHazards,
  ...accessHazards,
  ...securityHazards,
  ...serviceHazards,
  ...hostHazards,
  ...authenticationHazards,
  ...sysctlHazards,
  ...thresholdHazards,
  ...imagePullHazards,
]
