/** How much a change of a document disrupts a node, least first. */
export const disruptions = ['none', 'restart', 'new-node', 'drain', 'state-file', 'reboot'] as const

export type Disruption = (typeof disruptions)[number]

/** Disruptions for which a restart of the kubelet does harm or has no effect. */
export const risks = ['new-node', 'drain', 'state-file', 'reboot'] as const satisfies readonly Disruption[]

export type Risk = (typeof risks)[number]

export const isRisk = (disruption: Disruption): disruption is Risk =>
  (risks as readonly Disruption[]).includes(disruption)

export const worse = (a: Disruption, b: Disruption): Disruption =>
  disruptions.indexOf(a) >= disruptions.indexOf(b) ? a : b
