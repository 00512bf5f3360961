/**
 * A small autoscaler: keeps the size of a node at what its pods request, with some room to spare.
 *
 *   node scaler.mjs NODE [--spare-cpu 200m] [--spare-memory 256Mi] [--interval 2000] [--namespace kube-system]
 *
 * It grows the node as soon as pods wait for it or the room is used up, and shrinks it when there is twice the room. It
 * prints a line of JSON for each change and each failure, and ends with SIGTERM or Ctrl-C.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  connect,
  Failure,
  formatAmounts,
  parseAmounts,
  planResize,
  readNodeSizes,
  readPendingPods,
  resizeNode,
} from 'kubeletcfg/nodesize'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'spare-cpu': { type: 'string', default: '200m' },
    'spare-memory': { type: 'string', default: '256Mi' },
    interval: { type: 'string', default: '2000' },
    namespace: { type: 'string', default: 'kube-system' },
  },
})
const [node] = positionals
if (node === undefined) throw new Error('no node given')
const spare = parseAmounts({ cpu: values['spare-cpu'], memory: values['spare-memory'] })
const resources = /** @type {const} */ (['cpu', 'memory'])

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort())
const { signal } = stop
const cluster = await connect({ userAgent: 'example-scaler', namespace: values.namespace })
const say = (line) => console.log(JSON.stringify(line))

/** Whether a pod that waits could run on this node. */
const fits = ({ nodeSelector, unschedulable }, { labels }) =>
  unschedulable && Object.entries(nodeSelector).every(([key, value]) => labels[key] === value)

/** The size that the node is to have; undefined: it stays as it is. */
function wantedSize(size, pending) {
  const waiting = pending.filter((pod) => fits(pod, size.node))
  const needed = (resource) =>
    size.requested[resource] + waiting.reduce((sum, { requests }) => sum + requests[resource], 0n)
  const { largest } = planResize(size, {})
  const wanted = resources.flatMap((resource) => {
    const [need, room] = [needed(resource), size.size[resource] - needed(resource)]
    if (room >= spare[resource] && room <= 2n * spare[resource]) return []
    const target = need + spare[resource]
    const most = target > largest[resource] ? largest[resource] : target
    return most === size.size[resource] ? [] : [[resource, most]]
  })
  return wanted.length === 0 ? undefined : Object.fromEntries(wanted)
}

async function look() {
  const [{ sizes }, pending] = await Promise.all([
    readNodeSizes(cluster, { by: 'name', names: [node] }, { signal }),
    readPendingPods(cluster, { signal }),
  ])
  const [measured] = sizes
  if (measured === undefined) throw new Error(`there is no node ${node}`)
  const size = wantedSize(measured, pending)
  if (size === undefined) return
  const plan = planResize(measured, size)
  if (plan.verb === 'refuse') return say({ refused: plan.refusal.fact.reason })
  if (plan.verb === 'resize') {
    const { before, after } = await resizeNode(cluster, { node, size, message: 'example scaler', signal })
    say({ before: formatAmounts(before), after: formatAmounts(after) })
  }
}

while (!signal.aborted) {
  try {
    await look()
    await sleep(Number(values.interval), undefined, { signal })
  } catch (error) {
    // The next look decides anew; everything else is a mistake in this program.
    if (signal.aborted) break
    if (!(error instanceof Failure)) throw error
    say({ failed: error.code, reason: error.reason })
    await sleep(Number(values.interval), undefined, { signal }).catch(() => undefined)
  }
}
cluster.close()
