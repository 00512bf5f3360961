import type { Fact } from '../../fact.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { PodsWouldEnd } from './pods-would-end.ts'

/** Why a document must not be applied to this node, or what is reported about it. */
export type ExamineFact =
  | PodsWouldEnd
  | { readonly reason: 'KubeletNotKnown'; readonly kubeletVersion: string }
  /** Fields with which others get control of the node: only the node itself can allow them. */
  | { readonly reason: 'ForbiddenByPolicy'; readonly fields: readonly string[] }
  /** The static pods of a control-plane node would stop with the next start of the kubelet. */
  | { readonly reason: 'ControlPlaneWouldStop' }
  /** This host does not have what the document needs. */
  | { readonly reason: 'HostNotSuitable'; readonly obstacles: readonly Fact[] }
  | { readonly reason: 'SeveralProblems'; readonly problems: readonly Fact[] }
  /** What runs, or the node's own files, cannot be read: what the change requires is not known. */
  | { readonly reason: 'ChangeNotKnown'; readonly risks: readonly Risk[] }
  /** The document replaces the node's own file as a whole, and does not set what that sets. */
  | { readonly reason: 'FieldsLeftOut'; readonly fields: readonly string[] }
