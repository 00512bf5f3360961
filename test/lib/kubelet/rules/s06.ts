import type { Case } from './case.ts'

const cpuStatic = 'cpuManagerPolicy: static\nsystemReserved: {cpu: 500m}\n'
const cpuOptions = (options: string): string => `${cpuStatic}cpuManagerPolicyOptions: {${options}}\n`
const cpuAlpha = 'featureGates: {CPUManagerPolicyAlphaOptions: true}\n'

export const cases: readonly Case[] = [
  {
    rule: 'S06',
    breaks: 'cpuManagerPolicy: Static\n',
    keeps: cpuStatic,
    path: 'cpuManagerPolicy',
    message: "cpuManagerPolicy 'Static' must be none or static",
  },
  {
    rule: 'S06',
    breaks: 'cpuManagerPolicyOptions: {full-pcpus-only: "true"}\n',
    keeps: 'cpuManagerPolicyOptions: {}\n',
    path: 'cpuManagerPolicyOptions',
    message: 'cpuManagerPolicyOptions must be empty with cpuManagerPolicy none',
  },
  {
    rule: 'S06',
    release: '1.32',
    breaks: 'featureGates: {CPUManagerPolicyOptions: false}\ncpuManagerPolicyOptions: {}\n',
    keeps: 'featureGates: {CPUManagerPolicyOptions: false}\n',
    path: 'cpuManagerPolicyOptions',
    message: 'cpuManagerPolicyOptions needs the feature gate CPUManagerPolicyOptions',
  },
  {
    rule: 'S06',
    breaks: 'cpuManagerPolicy: static\nkubeReserved: {cpu: "0"}\n',
    keeps: 'cpuManagerPolicy: static\nreservedSystemCPUs: "0"\n',
    path: 'cpuManagerPolicy',
    message: 'cpuManagerPolicy static requires reserved CPUs',
  },
  {
    rule: 'S06',
    breaks: 'cpuManagerPolicy: static\nkubeReserved: {cpu: 499u}\n',
    keeps: 'cpuManagerPolicy: static\nkubeReserved: {cpu: 499001n}\n',
    path: 'cpuManagerPolicy',
    message: 'cpuManagerPolicy static requires reserved CPUs',
  },
  {
    rule: 'S06',
    release: '1.36',
    breaks: 'cpuManagerPolicy: static\nkubeReserved: {cpu: 0n}\n',
    keeps: 'cpuManagerPolicy: static\nkubeReserved: {cpu: 1n}\n',
    path: 'cpuManagerPolicy',
    message: 'cpuManagerPolicy static requires reserved CPUs',
  },
  {
    rule: 'S06',
    release: '1.30',
    breaks: cpuOptions('distribute-cpus-across-cores: "true"') + cpuAlpha,
    keeps: cpuOptions('distribute-cpus-across-numa: "true"') + cpuAlpha,
    path: 'cpuManagerPolicyOptions[distribute-cpus-across-cores]',
    message: 'unknown option in 1.30 (added in 1.31)',
  },
  {
    rule: 'S06',
    breaks: cpuOptions('distribute-cpus-across-cores: "true"'),
    keeps: cpuOptions('distribute-cpus-across-cores: "true"') + cpuAlpha,
    path: 'cpuManagerPolicyOptions[distribute-cpus-across-cores]',
    message: 'the alpha option distribute-cpus-across-cores needs the feature gate CPUManagerPolicyAlphaOptions',
  },
  {
    rule: 'S06',
    release: '1.35',
    breaks: `${cpuOptions('prefer-align-cpus-by-uncorecache: "true"')}featureGates: {CPUManagerPolicyBetaOptions: false}\n`,
    keeps: `${cpuOptions('strict-cpu-reservation: "true"')}featureGates: {CPUManagerPolicyBetaOptions: false}\n`,
    path: 'cpuManagerPolicyOptions[prefer-align-cpus-by-uncorecache]',
    message: 'the beta option prefer-align-cpus-by-uncorecache needs the feature gate CPUManagerPolicyBetaOptions',
  },
  {
    rule: 'S06',
    breaks: cpuOptions('full-pcpus-only: "yes"'),
    keeps: cpuOptions('full-pcpus-only: "t"'),
    path: 'cpuManagerPolicyOptions[full-pcpus-only]',
    message: "full-pcpus-only 'yes' must be true or false",
  },
  {
    rule: 'S06',
    breaks: cpuOptions('distribute-cpus-across-numa: "1", prefer-align-cpus-by-uncorecache: "1"'),
    keeps: cpuOptions('distribute-cpus-across-numa: "1", prefer-align-cpus-by-uncorecache: "0"'),
    path: 'cpuManagerPolicyOptions[distribute-cpus-across-numa]',
    message: 'distribute-cpus-across-numa and prefer-align-cpus-by-uncorecache must not both be true',
  },
  {
    rule: 'S06',
    breaks: `${cpuOptions('align-by-socket: "true"')}${cpuAlpha}topologyManagerPolicy: single-numa-node\n`,
    keeps: `${cpuOptions('align-by-socket: "false"')}${cpuAlpha}topologyManagerPolicy: single-numa-node\n`,
    path: 'cpuManagerPolicyOptions[align-by-socket]',
    message: 'align-by-socket must not be true with topologyManagerPolicy single-numa-node',
  },
  {
    rule: 'S06',
    breaks: cpuOptions('align-by-socket: "true"') + cpuAlpha,
    keeps: cpuOptions('align-by-socket: "false"') + cpuAlpha,
    path: 'cpuManagerPolicyOptions[align-by-socket]',
    message: 'depends on the host: align-by-socket needs at least as many NUMA nodes as sockets',
  },
]
