import type { RuleId } from '../../decode/decode-rules.ts'

/** A fragment or a whole document that breaks a rule of the stages read, decode and strict; one of many ways. */
export const ruleExamples: Readonly<Partial<Record<RuleId, string>>> = {
  'READ-EMPTY': '# nothing but a comment',
  'READ-CHARACTER': 'clusterDomain: cluster\u0007local',
  'READ-SYNTAX': 'clusterDNS: [10.0.0.10',
  'READ-ALIAS': 'clusterDNS: *dns',
  'READ-MERGE': 'evictionHard: {<<: 10%}',
  'READ-KEY': 'evictionHard: {[memory.available]: 10%}',
  'READ-TAG': 'maxPods: !!int many',
  'READ-NUMBER': 'maxPods: .inf',
  'READ-AMBIGUOUS': 'staticPodURLHeader: {1: [a], "1": [b]}',
  'READ-DOCUMENTS': 'maxPods: 110\n---\nmaxPods: 50',
  'DECODE-KIND': 'apiVersion: kubelet.config.k8s.io/v1\nkind: KubeletConfiguration',
  'DECODE-TYPE': 'maxPods: "110"',
  'DECODE-RANGE': 'maxPods: 3000000000',
  'DECODE-FORMAT': 'syncFrequency: 1 minute',
  'STRICT-UNKNOWN': 'maxPod: 110',
  'STRICT-CASE': 'maxpods: 110',
  'STRICT-DUPLICATE': 'maxPods: 110\nmaxPods: 50',
}
