/** What differs between the units of agents. */
export interface AgentUnit {
  /** The command, with its arguments. */
  readonly command: readonly string[]
  /** Folders that the agent writes to; everything else is read-only for it. */
  readonly writable: readonly string[]
  /** Units that start the kubelet at boot: they start the agent, too. */
  readonly wantedBy: readonly string[]
}

/**
 * The unit of the agent.
 *
 * Nothing ties it to the kubelet's: the agent has to work when the kubelet cannot start, and a kubelet must not wait for an
 * agent. It does not wait for the network either, because it can roll back without one.
 */
export const agentUnitText = ({
  command,
  writable,
  wantedBy,
}: AgentUnit): string => `# Written by kubeletcfg agent install; kubeletcfg agent uninstall removes it.
[Unit]
Description=kubeletcfg agent: applies stored kubelet configurations to this node
# Without a limit: a node must never be without its agent.
StartLimitIntervalSec=0

[Service]
Type=notify
# systemd-notify, a child of the agent, sends its messages.
NotifyAccess=all
ExecStart=${command.map((word) => quoted(word.replaceAll('$', '$$$$'))).join(' ')}
Restart=always
RestartSec=5
WatchdogSec=90
TimeoutStartSec=60
# A change that has begun is brought to an end that the next start continues from.
TimeoutStopSec=60
KillMode=mixed
# After the kubelet, and before every pod.
OOMScoreAdjust=-999
UMask=0077
# Where the rescue counts starts, which must survive the agent.
RuntimeDirectory=kubeletcfg
RuntimeDirectoryMode=0700
RuntimeDirectoryPreserve=yes

# It checks files that a configuration names, wherever they are, so nothing is hidden from it.
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths=${writable.map((path) => quoted(`-${path}`)).join(' ')}
# To change owners and modes as the node's files have them, and to see the process of the kubelet.
CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_SYS_PTRACE
NoNewPrivileges=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectKernelTunables=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=${wantedBy.join(' ')}
`

/** Quotes, backslashes and specifiers are special everywhere in a unit (systemd.syntax(7)). */
function quoted(word: string): string {
  const plain = word.replaceAll('%', '%%')
  return /^[\w@+=:,./%$-]+$/.test(plain) ? plain : `"${plain.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Used when it is not known what starts the kubelet. */
const usualTarget = 'multi-user.target'

/** The targets among the units that want the kubelet, for WantedBy=. */
export function targetsOf(wantedBy: readonly string[]): readonly string[] {
  const targets = wantedBy.filter((unit) => unit.endsWith('.target'))
  return targets.length === 0 ? [usualTarget] : targets
}
