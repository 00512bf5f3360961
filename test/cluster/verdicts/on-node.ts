/**
 * Runs on a node, where try-kubelets.ts starts it: takes configurations as a JSON array on stdin, starts a kubelet with
 * each, one after the other, and tells how each ended.
 */
import { json } from 'node:stream/consumers'
import { startContainerd } from './containerd.ts'
import { type EffectResult, tryKubelet } from './kubelet.ts'

await startContainerd()
const endings: EffectResult[] = []
for (const text of (await json(process.stdin)) as string[]) endings.push(await tryKubelet(text))
process.stdout.write(JSON.stringify(endings), () => process.exit(0))
