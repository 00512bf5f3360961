import { balloon } from '../names.ts'

export interface ContainerResources {
  readonly requests?: Quantities
  readonly limits?: Quantities
}

export interface Container {
  readonly name: string
  readonly restartPolicy?: string
  readonly resources?: ContainerResources
}

export interface ContainerStatus {
  readonly name: string
  readonly allocatedResources?: Quantities
  readonly resources?: ContainerResources
  readonly state?: {
    readonly waiting?: { readonly reason?: string; readonly message?: string }
    readonly running?: object
    readonly terminated?: { readonly exitCode: number; readonly reason?: string; readonly message?: string }
  }
}

export interface PodCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  /** RFC 3339, by the clock of whoever writes the condition. */
  readonly lastTransitionTime?: string | null
  readonly observedGeneration?: number
}

export interface Affinity {
  readonly nodeAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: {
      readonly nodeSelectorTerms: readonly {
        readonly matchFields?: readonly { readonly key: string; readonly values?: readonly string[] }[]
      }[]
    }
  }
}

/** Who last wrote which fields of an object, as the API server keeps it. */
export interface ManagedFieldsEntry {
  readonly manager?: string
  /** RFC 3339. */
  readonly time?: string
  /** `resize` for the requests that a resize has written. */
  readonly subresource?: string
}

export interface Pod {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly resourceVersion: string
    readonly generation?: number
    readonly labels?: Readonly<Record<string, string>>
    readonly creationTimestamp?: string
    readonly deletionTimestamp?: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly managedFields?: readonly ManagedFieldsEntry[]
    readonly ownerReferences?: readonly {
      readonly kind: string
      readonly name: string
      readonly uid: string
      readonly controller?: boolean
    }[]
  }
  readonly spec: {
    readonly nodeName?: string
    readonly priority?: number
    readonly priorityClassName?: string
    readonly preemptionPolicy?: string
    readonly containers: readonly Container[]
    readonly initContainers?: readonly Container[]
    readonly overhead?: Quantities
    readonly hostUsers?: boolean
    readonly volumes?: readonly { readonly flexVolume?: object }[]
    readonly resources?: ContainerResources
    /** The node that a DaemonSet pod is for, before it is bound. */
    readonly affinity?: Affinity
  }
  readonly status?: {
    readonly phase?: string
    readonly qosClass?: string
    /** Why the kubelet did not admit the pod, or terminated it. */
    readonly reason?: string
    readonly message?: string
    readonly observedGeneration?: number
    readonly conditions?: readonly PodCondition[]
    /** Of the whole pod; differs from the sum of the containers only with pod-level resources. */
    readonly allocatedResources?: Quantities
    readonly containerStatuses?: readonly ContainerStatus[]
    readonly initContainerStatuses?: readonly ContainerStatus[]
  }
}

/** The hash of the template that the controller of a DaemonSet made a pod from. */
export const revisionLabel = 'controller-revision-hash'

/** Of the labels of a pod, those that sizing looks at; a read of pods need not have the others. */
export const usedLabels: readonly string[] = [balloon.podLabel.key, revisionLabel]

/** Of its conditions, those that anything looks at, by type. */
export const usedConditions: readonly string[] = [
  'PodResizePending',
  'PodResizeInProgress',
  'PodScheduled',
  'DisruptionTarget',
]

/** Quantities by resource name. */
export type Quantities = Readonly<Record<string, string>>
