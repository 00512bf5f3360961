import { nodeReference, type ObjectEvent } from '../../loop/events/object-event.ts'
import type { Announcement } from '../model/announcement.ts'
import { AgentAnnouncement } from './report-messages.ts'
import { reportedConfig } from './report-of.ts'

type Kind = Announcement['kind']

/** KubeletConfigChanged is the historic reason: the kubelet restarts for another configuration. */
const reasons: Readonly<Record<Kind, string>> = {
  Assigned: 'KubeletConfigAssigned',
  Applying: 'KubeletConfigChanged',
  TrialPassed: 'KubeletConfigProven',
  RollingBack: 'KubeletConfigRollingBack',
  RolledBack: 'KubeletConfigRolledBack',
  Rejected: 'KubeletConfigRejected',
  Held: 'KubeletConfigHeld',
  OptedOut: 'KubeletConfigOptedOut',
  OptedIn: 'KubeletConfigOptedIn',
  DeadEnd: 'KubeletConfigDeadEnd',
  Drifted: 'KubeletConfigDrifted',
  KubeletFailing: 'KubeletFailing',
  KubeletRecovered: 'KubeletRecovered',
}

/** A person may have to act. */
const warnings: ReadonlySet<Kind> = new Set([
  'RollingBack',
  'RolledBack',
  'Rejected',
  'Held',
  'DeadEnd',
  'Drifted',
  'KubeletFailing',
])

export const isWarning = ({ kind }: Announcement): boolean => warnings.has(kind)

/** The Event of an announcement. */
export const eventOf = (announcement: Announcement, node: string): ObjectEvent => ({
  about: nodeReference(node),
  type: isWarning(announcement) ? 'Warning' : 'Normal',
  reason: reasons[announcement.kind],
  action: announcement.kind,
  fact: announcementFact(announcement),
  key: announcement.kind,
})

/** An announcement as a fact, for a log. */
export const announcementFact = ({ kind, config, because }: Announcement): AgentAnnouncement =>
  AgentAnnouncement({
    kind,
    config: reportedConfig(config),
    because,
  })
