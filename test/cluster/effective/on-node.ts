/** Runs on a node, where effective.test.ts starts it: takes kubelets to start as JSON on stdin, and prints what became of each. */
import { json } from 'node:stream/consumers'
import { startContainerd } from '../verdicts/containerd.ts'
import { type Given, type Started, startKubelet } from './kubelet.ts'

await startContainerd()
const started: Started[] = []
for (const given of (await json(process.stdin)) as Given[]) started.push(await startKubelet(given))
process.stdout.write(JSON.stringify(started), () => process.exit(0))
