import type { Case } from './case.ts'

const memoryStatic = 'memoryManagerPolicy: Static\nsystemReserved: {memory: 900Mi}\n'

export const cases: readonly Case[] = [
  {
    rule: 'S07',
    breaks: 'memoryManagerPolicy: static\n',
    keeps: 'memoryManagerPolicy: None\n',
    path: 'memoryManagerPolicy',
    message: "memoryManagerPolicy 'static' must be None or Static",
  },
  {
    rule: 'S07',
    release: '1.32',
    breaks: 'memoryManagerPolicy: BestEffort\n',
    keeps: 'memoryManagerPolicy: None\n',
    path: 'memoryManagerPolicy',
    message: 'memoryManagerPolicy BestEffort is for Windows only',
  },
  {
    rule: 'S07',
    release: '1.31',
    breaks: 'memoryManagerPolicy: BestEffort\n',
    keeps: 'memoryManagerPolicy: BestEffort\nfeatureGates: {MemoryManager: false}\n',
    path: 'memoryManagerPolicy',
    message: "memoryManagerPolicy 'BestEffort' must be None or Static",
  },
  {
    rule: 'S07',
    breaks: `${memoryStatic}reservedMemory: [{numaNode: 0, limits: {memory: 900Mi}}]\n`,
    keeps: 'memoryManagerPolicy: None\nreservedMemory: [{numaNode: 0, limits: {memory: 900Mi}}]\n',
    path: 'reservedMemory',
    message:
      'reservedMemory has 900Mi of memory, but memoryManagerPolicy Static requires 1000Mi, the sum of kubeReserved, systemReserved and evictionHard[memory.available]',
  },
  {
    rule: 'S07',
    breaks: 'memoryManagerPolicy: Static\nevictionHard: {}\n',
    keeps: 'evictionHard: {}\n',
    path: 'memoryManagerPolicy',
    message: 'memoryManagerPolicy Static requires reserved memory',
  },
  {
    rule: 'S07',
    breaks: `${memoryStatic}reservedMemory: [{limits: {memory: 1000Mi, hugepages-2Mi: 4Mi}}]\n`,
    keeps: 'reservedMemory: [{limits: {hugepages-2Mi: 4Mi}}]\n',
    path: 'reservedMemory',
    message: 'reservedMemory has 4Mi of hugepages-2Mi, but only memory can be reserved',
  },
  {
    rule: 'S07',
    breaks:
      'memoryManagerPolicy: Static\nsystemReserved: {memory: 1436Mi}\nreservedMemory: [{limits: {memory: 1.5Gi}}]\n',
    keeps: 'reservedMemory: [{limits: {memory: 1.5Gi}}]\n',
    path: 'reservedMemory[0].limits[memory]',
    message: "memory '1.5Gi' must be a whole number of bytes in the supported range",
  },
  {
    rule: 'S07',
    breaks: `${memoryStatic}evictionHard: {memory.available: 5%}\nreservedMemory: [{limits: {memory: 1Gi}}]\n`,
    keeps: 'evictionHard: {memory.available: 5%}\nreservedMemory: [{limits: {memory: 1Gi}}]\n',
    path: 'evictionHard',
    message:
      "depends on the host: reservedMemory must be the sum of kubeReserved, systemReserved and evictionHard[memory.available], which is a percentage of the node's memory here",
  },
  {
    rule: 'S07',
    breaks: `${memoryStatic}reservedMemory: [{numaNode: 0, limits: {memory: 500Mi}}, {numaNode: 1, limits: {memory: 500Mi}}]\n`,
    keeps: 'reservedMemory: [{numaNode: 1, limits: {memory: 500Mi}}]\n',
    path: 'reservedMemory',
    message: 'depends on the host: reservedMemory requires the NUMA nodes 0, 1',
  },
  {
    rule: 'S08',
    breaks: 'topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {prefer-closest-numa: "true"}\n',
    keeps: 'topologyManagerPolicyOptions: {prefer-closest-numa: "true"}\n',
    path: 'topologyManagerPolicyOptions[prefer-closest-numa]',
    message: 'unknown option in 1.37',
  },
  {
    rule: 'S08',
    release: '1.34',
    breaks:
      'featureGates: {TopologyManagerPolicyBetaOptions: false}\ntopologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {max-allowable-numa-nodes: "8"}\n',
    keeps:
      'featureGates: {TopologyManagerPolicyBetaOptions: false}\ntopologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {prefer-closest-numa-nodes: "T"}\n',
    path: 'topologyManagerPolicyOptions[max-allowable-numa-nodes]',
    message: 'the beta option max-allowable-numa-nodes needs the feature gate TopologyManagerPolicyBetaOptions',
  },
  {
    rule: 'S08',
    release: '1.35',
    breaks: 'featureGates: {TopologyManagerPolicyOptions: false}\ntopologyManagerPolicyOptions: {}\n',
    keeps: 'topologyManagerPolicyOptions: {}\n',
    path: 'topologyManagerPolicyOptions',
    message: 'topologyManagerPolicyOptions needs the feature gate TopologyManagerPolicyOptions',
  },
  {
    rule: 'S08',
    breaks: 'topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {max-allowable-numa-nodes: "7"}\n',
    keeps: 'topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {max-allowable-numa-nodes: "+08"}\n',
    path: 'topologyManagerPolicyOptions[max-allowable-numa-nodes]',
    message: 'max-allowable-numa-nodes 7 must be 8 or greater',
  },
  {
    rule: 'S08',
    breaks: 'topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {max-allowable-numa-nodes: "1e1"}\n',
    keeps: 'topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {max-allowable-numa-nodes: "10"}\n',
    path: 'topologyManagerPolicyOptions[max-allowable-numa-nodes]',
    message: "max-allowable-numa-nodes '1e1' must be an integer",
  },
  {
    rule: 'S08',
    breaks: 'topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {prefer-closest-numa-nodes: "no"}\n',
    keeps: 'topologyManagerPolicy: restricted\ntopologyManagerPolicyOptions: {prefer-closest-numa-nodes: "False"}\n',
    path: 'topologyManagerPolicyOptions[prefer-closest-numa-nodes]',
    message: "prefer-closest-numa-nodes 'no' must be true or false",
  },
]
