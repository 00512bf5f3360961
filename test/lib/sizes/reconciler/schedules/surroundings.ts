import { podPath } from '../../../../../src/lib/api/kinds.ts'
import { balloon, defaultNamespace } from '../../../../../src/lib/names.ts'
import type { Backup } from '../../../../../src/sandbox/core/model/store.ts'
import type { InProcess } from '../../../../support/in-process.ts'
import type { Message } from '../../../../support/in-process-messages.ts'
import { optIn } from '../../../pods/samples.ts'
import { writeDesiredSize } from '../kept.ts'
import { lease, type Stage } from './replica.ts'
import type { Change } from './schedule.ts'

export const nodes = ['node-a', 'node-b'] as const
const namespaced = `/api/v1/namespaces/${defaultNamespace}`
const leasePath = `/apis/coordination.k8s.io/v1/namespaces/${defaultNamespace}/leases/${lease}`
const mergePatch = 'application/merge-patch+json'

interface Snapshot {
  readonly etcd: Backup
  readonly cordoned: ReadonlySet<string>
}

/** What happens to the cluster, whoever does it. What is impossible at the moment does not happen. */
export class Surroundings {
  /** The nodes that people want cordoned. */
  cordoned = new Set<string>()
  readonly #stage: Stage
  readonly #world: InProcess
  #backup: Snapshot | undefined
  #pods = 0
  #isCalm = false

  constructor(stage: Stage) {
    this.#stage = stage
    this.#world = stage.world
  }

  /** All faults are over. */
  calm(): void {
    this.#isCalm = true
    this.#world.mishap = () => undefined
    this.#world.sandbox.kubeletDelay(undefined)
    for (const what of ['limit-range', 'quota'] as const) this.happens({ kind: 'limits', what, how: 'remove' })
    for (const [node] of nodes.entries()) {
      this.happens({ kind: 'node', node, how: 'create' })
      this.happens({ kind: 'kubelet', node, how: 'start' })
    }
  }

  happens(change: Change): void {
    const { sandbox } = this.#world
    const node = 'node' in change ? nodes[change.node]! : ''
    switch (change.kind) {
      case 'break-watches':
        return void this.#world.breakWatches()
      case 'api-down':
        return void this.#serverDown(change.ms)
      case 'backup':
        this.#backup = { etcd: sandbox.backup(), cordoned: new Set(this.cordoned) }
        return
      case 'restore':
        return void this.#restore()
      case 'lease':
        return void this.#upset(change.how)
      case 'edit':
        return void writeDesiredSize(this.#world, node, desiredSizeText(change.to))
      case 'by-hand':
        return void this.#resizeByHand(node, change.cpu)
      case 'delete-balloon':
        for (const name of this.#balloonsOn(node))
          this.#try({ method: 'DELETE', path: podPath(defaultNamespace, name) })
        return
      case 'late-pod':
        if (this.#exists(node)) sandbox.latePod(node)
        return
      case 'start-pod':
        return void this.#startPod(node, change)
      case 'end-pod':
        return void this.#endPod()
      case 'node':
        return void (change.how === 'create' ? this.#createNode(node) : this.#deleteNode(node))
      case 'allocatable':
        return void this.#patch(`/api/v1/nodes/${node}/status`, { status: { allocatable: { cpu: `${change.cpu}` } } })
      case 'kubelet':
        if (!this.#exists(node)) return
        return void (change.how === 'stop' ? sandbox.stopKubelet(node) : sandbox.startKubelet(node))
      case 'kubelet-delay':
        return void sandbox.kubeletDelay(change.ms)
      case 'person':
        return void this.#person(node, change.how === 'cordon')
      case 'limits':
        return void this.#limits(change)
    }
  }

  /** Its processes end, and start again. */
  #serverDown(ms: number): void {
    const until = this.#world.clock.now() + ms
    this.#world.mishap = () => (this.#world.clock.now() < until ? { kind: 'refuse' } : undefined)
    this.#world.breakWatches()
  }

  #restore(): void {
    const backup = this.#backup
    if (backup === undefined) return
    this.#serverDown(2_000)
    this.#world.clock.after(1_000, () => {
      this.#stage.invariants.restored()
      this.cordoned = new Set(backup.cordoned)
      this.#world.sandbox.restore(backup.etcd)
      // What was over comes back with it.
      if (this.#isCalm) this.calm()
    })
  }

  #upset(how: 'delete' | 'touch' | 'steal'): void {
    if (how === 'delete') {
      this.#stage.invariants.upsetLease()
      this.#try({ method: 'DELETE', path: leasePath })
    } else if (how === 'touch') this.#patch(leasePath, { metadata: { labels: { at: `${this.#world.clock.now()}` } } })
    else this.#patch(leasePath, { spec: { holderIdentity: 'somebody' } })
  }

  /** A LimitRange would give the balloon limits with it. */
  #resizeByHand(node: string, cpu: number): void {
    if (this.#try({ method: 'GET', path: `${namespaced}/limitranges/tight` })) return
    const containers = [{ name: balloon.container, resources: { requests: { cpu: `${cpu}` } } }]
    for (const name of this.#balloonsOn(node))
      this.#try({
        ...{ method: 'PATCH', path: `${podPath(defaultNamespace, name)}/resize`, query: { fieldManager: 'kubectl' } },
        ...{ contentType: 'application/strategic-merge-patch+json', body: { spec: { containers } } },
      })
  }

  #startPod(node: string, { milliCpu, bound }: Extract<Change, { kind: 'start-pod' }>): void {
    const requests = { cpu: `${milliCpu}m`, memory: '64Mi' }
    const name = `web-${++this.#pods}`
    this.#try({
      ...{ method: 'POST', path: '/api/v1/namespaces/default/pods' },
      body: {
        metadata: { name },
        spec: {
          ...(bound && { nodeName: node }),
          containers: [{ name: 'app', image: 'app', resources: { requests } }],
        },
      },
    })
  }

  #endPod(): void {
    const path = '/api/v1/namespaces/default/pods'
    const { items } = this.#world.asAdmin<{ items: { metadata: { name: string } }[] }>({ method: 'GET', path })
    if (items.length === 0) return
    const { name } = this.#stage.dice.pick(items).metadata
    this.#stage.invariants.mayEnd(name)
    this.#try({ method: 'DELETE', path: `${path}/${name}` })
  }

  #deleteNode(node: string): void {
    this.#stage.invariants.losesNode(node)
    this.cordoned.delete(node)
    this.#try({ method: 'DELETE', path: `/api/v1/nodes/${node}` })
  }

  #createNode(name: string): void {
    if (this.#exists(name)) return
    const status = {
      allocatable: { cpu: '4', memory: '16Gi', pods: '110' },
      conditions: [{ type: 'Ready', status: 'True' }],
      nodeInfo: { kubeletVersion: 'v1.36.3', operatingSystem: 'linux', bootID: '' },
    }
    const labels = { 'kubernetes.io/os': 'linux', ...optIn }
    this.#try({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name, labels }, status } })
  }

  /** kubectl does nothing when a node is as it is to be. */
  #person(node: string, cordons: boolean): void {
    if (!this.#exists(node)) return
    const path = `/api/v1/nodes/${node}`
    const { spec } = this.#world.asAdmin<{ spec?: { unschedulable?: boolean } }>({ method: 'GET', path })
    if ((spec?.unschedulable === true) === cordons) return
    if (cordons) this.cordoned.add(node)
    else this.cordoned.delete(node)
    this.#patch(path, { spec: { unschedulable: cordons || null } }, 'kubectl-cordon')
  }

  #limits({ what, how }: Extract<Change, { kind: 'limits' }>): void {
    const path = `${namespaced}/${what === 'quota' ? 'resourcequotas' : 'limitranges'}`
    if (how === 'remove') return void this.#try({ method: 'DELETE', path: `${path}/tight` })
    const limits = [{ type: 'Container', default: { cpu: '2', memory: '1Gi' } }]
    const spec = what === 'quota' ? { hard: { 'requests.cpu': '1' } } : { limits }
    this.#try({ method: 'POST', path, body: { metadata: { name: 'tight' }, spec } })
  }

  #balloonsOn(node: string): readonly string[] {
    const query = {
      labelSelector: `${balloon.podLabel.key}=${balloon.podLabel.value}`,
      fieldSelector: `spec.nodeName=${node}`,
    }
    const { items } = this.#world.asAdmin<{ items: { metadata: { name: string } }[] }>({
      ...{ method: 'GET', path: `${namespaced}/pods`, query },
    })
    return items.map(({ metadata }) => metadata.name)
  }

  #exists(node: string): boolean {
    return this.#try({ method: 'GET', path: `/api/v1/nodes/${node}` })
  }

  #patch(path: string, body: object, fieldManager = 'kubectl-edit'): void {
    this.#try({ method: 'PATCH', path, query: { fieldManager }, contentType: mergePatch, body })
  }

  /** Whether it succeeded. */
  #try(message: Message): boolean {
    try {
      this.#world.asAdmin(message)
      return true
    } catch {
      return false
    }
  }
}

const desiredSizeText = (to: number | 'nonsense' | 'nothing'): string | undefined =>
  to === 'nothing' ? undefined : to === 'nonsense' ? '{"cpu":"-1"}' : JSON.stringify({ cpu: `${to}`, hold: 'size' })
