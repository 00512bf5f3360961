import type { Pod } from '../../../src/lib/api/pod.ts'
import { balloon } from '../../../src/lib/names.ts'
import { effectiveRequests } from '../../../src/lib/pods/accounting.ts'
import { amountsOf, equal } from '../../../src/lib/pods/amounts.ts'
import { stateOfBalloons } from '../../../src/lib/sizes/model/balloon.ts'
import { good, patchCall, pathOf, removeNow } from '../../contract/requests.ts'
import { nodeNames } from '../nodes.ts'
import type { Stage } from '../stage.ts'

const name = 'outputs'
const quotas = pathOf('resourcequotas', 'kube-system')
const limitRanges = pathOf('limitranges', 'kube-system')
const { key, value } = balloon.podLabel

export const labelNodes = (stage: Stage): Promise<void> => setLabels(stage, balloon.optInLabel.value)
export const unlabelNodes = (stage: Stage): Promise<void> => setLabels(stage, null)

async function setLabels({ request }: Stage, wanted: string | null): Promise<void> {
  const body = { metadata: { labels: { [balloon.optInLabel.key]: wanted } } }
  for (const node of nodeNames) good(await request(patchCall(`${pathOf('nodes')}/${node}`, 'merge', body)))
}

/** Returns when each node has its balloon, and the kubelets say that they have done what was asked for. */
export async function untilSettled(stage: Stage): Promise<void> {
  await stage.eventually(async () => {
    const balloons = { path: pathOf('pods', 'kube-system'), query: { labelSelector: `${key}=${value}` } }
    const { items } = good(await stage.request<{ items: Pod[] }>({ method: 'GET', ...balloons }))
    const settled = items.filter(isSettled)
    if (settled.length < nodeNames.length) throw new Error(`not settled yet: ${JSON.stringify(items)}`)
  })
}

const isSettled = (pod: Pod): boolean =>
  stateOfBalloons([pod]).kind === 'settled' &&
  equal(effectiveRequests(pod), amountsOf(pod.spec.containers[0]?.resources?.requests))

export async function forbidBalloons({ request }: Stage): Promise<void> {
  const limits = [{ type: 'Container', max: { cpu: '1' } }]
  const hard = { 'limits.cpu': '9' }
  good(await request({ method: 'POST', path: limitRanges, body: { metadata: { name }, spec: { limits } } }))
  good(await request({ method: 'POST', path: quotas, body: { metadata: { name }, spec: { hard } } }))
}

export async function allowBalloons(stage: Stage): Promise<void> {
  await removeNow(stage, `${limitRanges}/${name}`)
  await removeNow(stage, `${quotas}/${name}`)
}
