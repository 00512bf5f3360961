/** The name of a field in the kubelet's internal type, which has no tags: Go's own, `MaxPods`. */
export function goName(name: string): string {
  if (name === 'resolvConf') return 'ResolverConfig'
  const initials = /^(?:cpu|http|ip|oom|qos|tls)/.exec(name)?.[0] ?? name.charAt(0)
  return `${initials.toUpperCase()}${name.slice(initials.length)}`
}

/** Fields of the internal type whose types it shares with versioned ones. */
export const hasTags = (name: string): boolean => sharedTypes.has(name)

const sharedTypes: ReadonlySet<string> = new Set(['registerWithTaints', 'logging', 'tracing'])
