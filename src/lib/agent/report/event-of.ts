import { type EventBody, longestInstance, microTime } from '../../api/event.ts'
import { safeText } from '../../loop/events/safe-text.ts'
import { adviceOf } from '../../message/describe.ts'
import { agent } from '../../names.ts'
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

interface About {
  readonly node: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The Event of an announcement. Its object is the Node as kubelets name it: by the name as uid, so that kubectl shows it. */
export const eventOf = (announcement: Announcement, { node, at }: About): EventBody => ({
  metadata: { name: eventName(announcement, { node, at }), namespace: 'default' },
  involvedObject: { apiVersion: 'v1', kind: 'Node', name: node, uid: node },
  type: isWarning(announcement) ? 'Warning' : 'Normal',
  reason: reasons[announcement.kind],
  action: announcement.kind,
  message: safeText(adviceOf(announcementFact(announcement))),
  eventTime: microTime(at),
  reportingComponent: agent.reportingComponent,
  reportingInstance: node.slice(0, longestInstance),
})

/** An announcement as a fact, for a log. */
export const announcementFact = ({ kind, config, because }: Announcement): AgentAnnouncement =>
  AgentAnnouncement({
    kind,
    config: reportedConfig(config),
    because,
  })

/** Leaves room for the rest of the name of an Event. */
const longestNode = 220

/** Unique, and a valid name for every node name. */
const eventName = ({ kind }: Announcement, { node, at }: About): string =>
  `${node.slice(0, longestNode).replace(/[.-]+$/, '')}.${kind.toLowerCase()}.${at.toString(16)}`
