/** Where the kubelet has its rules, in k8s.io/kubernetes. */
export const validation = 'pkg/kubelet/apis/config/validation/validation.go, ValidateKubeletConfiguration'
export const featureGate = 'staging/src/k8s.io/component-base/featuregate/feature_gate.go'
export const taints = 'pkg/util/taints/taints.go, CheckTaintValidation'
/** Of Linux; those of other systems are not told apart here. */
export const hostValidation = 'pkg/kubelet/apis/config/validation/validation_linux.go, validateKubeletOSConfiguration'
