/** Where the rules are in the kubelet's source (k8s.io/kubernetes). */
export const validation = 'pkg/kubelet/apis/config/validation/validation.go, ValidateKubeletConfiguration'
export const featureGate = 'staging/src/k8s.io/component-base/featuregate/feature_gate.go'
export const taints = 'pkg/util/taints/taints.go, CheckTaintValidation'
/** For Linux; other systems are not distinguished. */
export const hostValidation = 'pkg/kubelet/apis/config/validation/validation_linux.go, validateKubeletOSConfiguration'
