import { kubectl } from './kubectl.ts'
import { readPod } from './read.ts'
import { pauseImage } from './versions.ts'

export interface PausePod {
  readonly name: string
  readonly namespace?: string
  /** Binds the pod past the scheduler. */
  readonly nodeName?: string
  readonly resources?: object
  readonly priorityClassName?: string
  readonly securityContext?: object
}

/** A pod that does nothing, and takes whatever resources it is told to ask for. */
export function pausePod({ name, namespace = 'default', nodeName, resources = {}, ...more }: PausePod): object {
  const container = { name: 'pause', image: pauseImage, imagePullPolicy: 'Never', resources }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: { nodeName, terminationGracePeriodSeconds: 0, containers: [container], ...more },
  }
}

export interface PodStatus {
  readonly phase: string
  readonly containerStatuses: ReadonlyArray<{ readonly containerID: string; readonly restartCount: number }>
}

export async function podStatus(name: string, namespace = 'default'): Promise<PodStatus> {
  return (await readPod<{ status: PodStatus }>(name, namespace)).status
}

/** Settles when the pod is Ready; fails when it is not within a minute. */
export async function waitForPod(name: string, namespace = 'default'): Promise<void> {
  await kubectl(['wait', '--for=condition=Ready', `pod/${name}`, `--namespace=${namespace}`, '--timeout=180s'])
}
