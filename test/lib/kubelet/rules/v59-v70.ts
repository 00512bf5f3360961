import type { Case } from './case.ts'

const gate = 'featureGates: {KubeletEnsureSecretPulledImages: true}\n'
const policy = (name: string): string => `imagePullCredentialsVerificationPolicy: ${name}\n`
const allow = (pattern: string): string => `preloadedImagesVerificationAllowlist: [a.b/c, ${pattern}]\n`
const byAllowlist = `${gate}${policy('NeverVerifyAllowlistedImages')}`
const second = 'preloadedImagesVerificationAllowlist[1]'
const reserve = (limits: string): string =>
  `reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}, {numaNode: ${limits}}]\n`
const ids = (count: string): string => `userNamespaces: {idsPerPod: ${count}}\n`

export const cases: readonly Case[] = [
  {
    rule: 'V59',
    breaks: 'hairpinMode: None\n',
    keeps: 'hairpinMode: none\n',
    path: 'hairpinMode',
    message: "hairpinMode 'None' must be none, hairpin-veth or promiscuous-bridge",
  },
  {
    rule: 'V60',
    breaks: policy('Always'),
    keeps: policy('AlwaysVerify'),
    path: 'imagePullCredentialsVerificationPolicy',
    message:
      "imagePullCredentialsVerificationPolicy 'Always' must be NeverVerify, NeverVerifyPreloadedImages, NeverVerifyAllowlistedImages or AlwaysVerify",
  },
  {
    rule: 'V61',
    breaks: allow('a'),
    keeps: policy('NeverVerifyAllowlistedImages') + allow('a'),
    path: 'preloadedImagesVerificationAllowlist',
    message:
      "preloadedImagesVerificationAllowlist must be empty while imagePullCredentialsVerificationPolicy is 'NeverVerifyPreloadedImages'",
  },
  {
    rule: 'V62',
    breaks: byAllowlist + allow('a:latest'),
    keeps: byAllowlist + allow('a'),
    path: second,
    message: "the pattern 'a:latest' must be the name of an image, without tag and digest",
  },
  {
    rule: 'V62',
    release: '1.35',
    breaks: byAllowlist + allow('a/b'),
    keeps: byAllowlist + allow('docker.io/a/b'),
    path: second,
    message: "the pattern 'a/b' must be in full, with its registry, such as docker.io/library/busybox",
  },
  {
    rule: 'V63',
    release: '1.34',
    breaks: policy('AlwaysVerify'),
    keeps: gate + policy('AlwaysVerify'),
    path: 'imagePullCredentialsVerificationPolicy',
    message:
      "imagePullCredentialsVerificationPolicy 'AlwaysVerify' needs the feature gate KubeletEnsureSecretPulledImages",
  },
  {
    rule: 'V64',
    release: '1.34',
    breaks: allow('a.b/*'),
    keeps: 'preloadedImagesVerificationAllowlist: []\n',
    path: 'preloadedImagesVerificationAllowlist',
    message: 'preloadedImagesVerificationAllowlist needs the feature gate KubeletEnsureSecretPulledImages',
  },
  {
    rule: 'V65',
    breaks: 'reservedSystemCPUs: "0"\nkubeReservedCgroup: /b\n',
    keeps: 'reservedSystemCPUs: ""\nkubeReservedCgroup: /b\n',
    path: 'reservedSystemCPUs',
    message: "reservedSystemCPUs '0' must not be set together with kubeReservedCgroup",
  },
  {
    rule: 'V65',
    breaks: 'reservedSystemCPUs: 0-1\nsystemReservedCgroup: /a\nkubeReservedCgroup: /b\n',
    keeps: 'reservedSystemCPUs: 0-1\n',
    path: 'reservedSystemCPUs',
    message: "reservedSystemCPUs '0-1' must not be set together with systemReservedCgroup and kubeReservedCgroup",
  },
  {
    rule: 'V66',
    breaks: 'reservedSystemCPUs: 3-1\n',
    keeps: 'reservedSystemCPUs: 1-3,1\n',
    path: 'reservedSystemCPUs',
    message: "reservedSystemCPUs must not have the range '3-1', which ends before it begins",
  },
  {
    rule: 'V67',
    breaks: reserve('1, limits: {cpu: 1}'),
    keeps: reserve('1, limits: {hugepages-: 1}'),
    path: 'reservedMemory[1].limits[cpu]',
    message: "the limit 'cpu' must be memory or hugepages-SIZE",
  },
  {
    rule: 'V67',
    breaks: reserve('1, limits: {memory: null}'),
    keeps: reserve('-1, limits: {memory: -1}'),
    path: 'reservedMemory[1].limits[memory]',
    message: "the limit 'memory' must not be zero",
  },
  {
    rule: 'V67',
    breaks: reserve('0, limits: {memory: 2Gi}'),
    keeps: reserve('1, limits: {memory: 2Gi}'),
    path: 'reservedMemory[1].limits[memory]',
    message: "the limit 'memory' of NUMA node 0 must be set only once",
  },
  {
    rule: 'V68',
    breaks: 'failCgroupV1: true\n',
    keeps: 'failCgroupV1: false\n',
    path: 'failCgroupV1',
    message: 'depends on the host: failCgroupV1 true stops the kubelet on cgroup v1',
  },
  {
    rule: 'V68',
    breaks: 'singleProcessOOMKill: false\n',
    keeps: 'singleProcessOOMKill: true\n',
    path: 'singleProcessOOMKill',
    message: 'depends on the host: singleProcessOOMKill false stops the kubelet on cgroup v1',
  },
  {
    rule: 'V69',
    breaks: ids('0'),
    keeps: ids('null'),
    path: 'userNamespaces.idsPerPod',
    message: 'userNamespaces.idsPerPod 0 must be 65536 or greater',
  },
  {
    rule: 'V69',
    breaks: ids('65537'),
    keeps: ids('65536'),
    path: 'userNamespaces.idsPerPod',
    message: 'userNamespaces.idsPerPod 65537 must be a multiple of 65536',
  },
  {
    rule: 'V69',
    breaks: ids('4294967296'),
    keeps: ids('4294901760'),
    path: 'userNamespaces.idsPerPod',
    message: 'userNamespaces.idsPerPod 4294967296 must not be greater than 4294967295',
  },
  {
    rule: 'V70',
    breaks: 'showHiddenMetricsForVersion: "1.37"\n',
    keeps: 'showHiddenMetricsForVersion: "1.36"\n',
    path: 'showHiddenMetricsForVersion',
    message: "showHiddenMetricsForVersion '1.37' must be '1.36' or empty in 1.37",
  },
  {
    rule: 'V70',
    release: '1.28',
    breaks: 'showHiddenMetricsForVersion: v1.27\n',
    keeps: 'showHiddenMetricsForVersion: "1.27"\n',
    path: 'showHiddenMetricsForVersion',
    message: "showHiddenMetricsForVersion 'v1.27' must be '1.27' or empty in 1.28",
  },
]
