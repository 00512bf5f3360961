/**
 * Why a finding is one, as metav1.StatusCause has it (k8s.io/apimachinery/pkg/apis/meta/v1/types.go, CauseType).
 * Stable: scripts match on it.
 */
export const statusCauses = [
  /** The value is of the right type, and not one that the field may have. */
  'FieldValueInvalid',
  'FieldValueRequired',
  /** It is none of the values that the field takes. */
  'FieldValueNotSupported',
  /** It would do by itself, but not beside another field or without a feature gate. */
  'FieldValueForbidden',
  'FieldValueDuplicate',
  'FieldValueTypeInvalid',
] as const

/** Causes that no API object can have: of files, and of what the kubelet does with them. */
export const ownCauses = [
  /** No field of this release has the name. */
  'FieldUnknown',
  /** A field has the name in another case. */
  'FieldNameCase',
  /** A key is given twice. */
  'FieldDuplicate',
  /** A feature gate of this release has not the name. */
  'FeatureGateUnknown',
  /** A feature gate cannot have the value. */
  'FeatureGateLocked',
  /** The node decides. */
  'HostRequirement',
  'FileUnreadable',
  'DocumentTooLarge',
  'DocumentEmpty',
  /** Not the first one of its file. */
  'DocumentIgnored',
  'EncodingNotSupported',
  'SyntaxInvalid',
  /** It is not a KubeletConfiguration of a known version. */
  'KindNotSupported',
] as const

export type Cause = (typeof statusCauses)[number] | (typeof ownCauses)[number]
