/** Prints how many bytes stay in memory for each pod that is made and deleted. Usage: node --expose-gc pods-that-go.ts */
import { podOf, podsPath, startTalk } from '../talk.ts'

/** More than the sandbox remembers. */
const warmUp = 3_000
const counted = 4_000

const { must, sandbox } = startTalk()
const body = podOf('web', { cpu: '10m', memory: '16Mi' }, { nodeName: 'node-a' })

function comeAndGo(pods: number): number {
  for (let count = 0; count < pods; count += 1) {
    must('POST', podsPath('default'), { body })
    must('DELETE', podsPath('default', 'web'), { query: { gracePeriodSeconds: '0' } })
    sandbox.advance(20)
  }
  gc!()
  return process.memoryUsage().heapUsed
}

const before = comeAndGo(warmUp)
console.log(Math.round((comeAndGo(counted) - before) / counted))
