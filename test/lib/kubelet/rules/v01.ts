import type { Case } from './case.ts'

export const cases: readonly Case[] = [
  {
    rule: 'V01',
    breaks: 'featureGates: {NoSuchGate: false}\n',
    keeps: 'featureGates: {NodeSwap: true}\n',
    path: 'featureGates[NoSuchGate]',
    message: 'unknown feature gate in 1.37',
  },
  {
    rule: 'V01',
    breaks: 'featureGates: {PodOverhead: true}\n',
    keeps: 'featureGates: {NodeSwap: true}\n',
    path: 'featureGates[PodOverhead]',
    message: 'unknown feature gate in 1.37 (removed in 1.26, always on since then)',
  },
  {
    rule: 'V01',
    breaks: 'featureGates: {ServiceTopology: true}\n',
    keeps: 'featureGates: {NodeSwap: true}\n',
    path: 'featureGates[ServiceTopology]',
    message: 'unknown feature gate in 1.37 (removed in 1.22, off and alpha before)',
  },
  {
    rule: 'V01',
    breaks: 'featureGates: {PodHasNetworkCondition: true}\n',
    keeps: 'featureGates: {PodReadyToStartContainersCondition: true}\n',
    path: 'featureGates[PodHasNetworkCondition]',
    message: 'unknown feature gate in 1.37 (renamed to PodReadyToStartContainersCondition in 1.28)',
  },
  {
    rule: 'V01',
    release: '1.36',
    breaks: 'featureGates: {ResourceHealthStatus: false}\n',
    keeps: 'featureGates: {ResourceHealthStatus: false, ResourceHealthStatusMessage: false}\n',
    path: 'featureGates[ResourceHealthStatus]',
    message: 'the feature gate is off, but ResourceHealthStatusMessage is on and needs it',
  },
  {
    rule: 'V01',
    release: '1.35',
    breaks: 'featureGates: {DRADeviceTaintRules: true}\n',
    keeps: 'featureGates: {DRADeviceTaintRules: true, DRADeviceTaints: true}\n',
    path: 'featureGates[DRADeviceTaintRules]',
    message: 'the feature gate is on, but needs DRADeviceTaints, which is off',
  },
]
