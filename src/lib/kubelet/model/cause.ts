/**
 * The cause of a finding, as in metav1.StatusCause (k8s.io/apimachinery/pkg/apis/meta/v1/types.go, CauseType).
 * Stable: scripts match on it.
 */
export const statusCauses = [
  /** The value has the right type, but is not valid. */
  'FieldValueInvalid',
  'FieldValueRequired',
  /** The value is not in the list of allowed values. */
  'FieldValueNotSupported',
  /** The value is not allowed together with another field, or without a feature gate. */
  'FieldValueForbidden',
  'FieldValueDuplicate',
  'FieldValueTypeInvalid',
] as const

/** Causes that API objects do not have: about files, and about what the kubelet does with them. */
export const ownCauses = [
  /** The release has no field of this name. */
  'FieldUnknown',
  /** A field has the name in another case. */
  'FieldNameCase',
  /** A key is given twice. */
  'FieldDuplicate',
  /** The release has no feature gate of this name. */
  'FeatureGateUnknown',
  /** The feature gate is locked to another value. */
  'FeatureGateLocked',
  /** A comment for this program names no rule that can be ignored, or gives no reason. */
  'CommentInvalid',
  /** A comment for this program has no effect. */
  'CommentUnused',
  /** It depends on the node. */
  'HostRequirement',
  /** It depends on the cluster. */
  'ClusterRequirement',
  'FileUnreadable',
  'DocumentTooLarge',
  'DocumentEmpty',
  /** It is not the first document of its file, or a file that is not read as a drop-in. */
  'DocumentIgnored',
  /** The release merges drop-ins only when its environment says so. */
  'DropInsNotEnabled',
  /** A drop-in replaces it as a whole. */
  'ValueReplaced',
  /** The merge of drop-ins loses it. */
  'ValueLost',
  'EncodingNotSupported',
  'SyntaxInvalid',
  /** It is not a KubeletConfiguration of a known version. */
  'KindNotSupported',
] as const

export type Cause = (typeof statusCauses)[number] | (typeof ownCauses)[number]
