/** Where an installation puts what it makes. */
export interface Places {
  /** The folder of everything that is the agent's own. */
  readonly stateFolder: string
  /** The folder of the executable. */
  readonly binFolder: string
}

export const usualPlaces: Places = { stateFolder: '/var/lib/kubeletcfg', binFolder: '/usr/local/bin' }

export const agentUnit = 'kubeletcfg-agent.service'

/** Of administrators: units of packages are elsewhere, and these win over them. */
const unitFolder = '/etc/systemd/system'

export const agentUnitPath = `${unitFolder}/${agentUnit}`

/** The folder of drop-ins for a unit. */
export const dropInFolder = (unit: string): string => `${unitFolder}/${unit}.d`

/** Early: a later drop-in of an administrator can replace it. */
export const rescueDropInPath = (kubeletUnit: string): string =>
  `${dropInFolder(kubeletUnit)}/10-kubeletcfg-rescue.conf`

/** Late: it must win over what sets the flag of the kubelet. Only in the mode `unit`. */
export const configDropInPath = (kubeletUnit: string): string =>
  `${dropInFolder(kubeletUnit)}/90-kubeletcfg-config.conf`

export const executablePath = ({ binFolder }: Places): string => `${binFolder}/kubeletcfg`
export const kubeconfigPath = ({ stateFolder }: Places): string => `${stateFolder}/kubeconfig`
export const tokenPath = ({ stateFolder }: Places): string => `${stateFolder}/token`
export const recordPath = ({ stateFolder }: Places): string => `${stateFolder}/installation.json`
