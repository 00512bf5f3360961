import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Programs } from '../programs.ts'
import { startAgentSubject, storms } from './agent-subjects.ts'
import { connectApi } from './api.ts'
import { reconcilerStorms, startReconcilerSubject } from './reconciler-subjects.ts'
import { sandboxSubjects } from './sandbox-subjects.ts'
import { type SoakFigures, type SoakOptions, soak } from './soak.ts'

/** From here on: two for each agent, and one for the reconcilers. */
const firstPort = 21_000

/** Nodes that the sandbox needs: one for each agent. */
export const soakNodes = Object.keys(storms).length

interface Options extends SoakOptions {
  /** The names of the only rows; none: all. */
  readonly rows: readonly string[]
}

/** Against the sandbox in $KUBECONFIG, the parent of this process. Agents run side by side, everything else in turns. */
export async function measureSoak(programs: Programs, options: Options): Promise<readonly SoakFigures[]> {
  const isAsked = (what: string): boolean => options.rows.length === 0 || options.rows.includes(what)
  const api = await connectApi()
  const figures: SoakFigures[] = []
  for (const subject of await sandboxSubjects(api, process.ppid))
    if (isAsked(subject.what)) figures.push(await soak(subject, options))
  const agents = Object.keys(storms).map(async (storm, index) => {
    if (!isAsked(`agent, ${storm}`)) return []
    const nodeName = `node-${'abcdefghij'[index]}`
    const port = firstPort + 2 * index
    await using subject = await startAgentSubject({ programs, api: await connectApi(), nodeName, storm, port })
    return [await soak(subject, options)]
  })
  figures.push(...(await Promise.all(agents)).flat())
  const [program = '', ...args] = programs.nodesize(...install)
  await promisify(execFile)(program, args)
  for (const storm of reconcilerStorms) {
    if (!isAsked(`reconciler, ${storm}`)) continue
    await using subject = await startReconcilerSubject(programs, { api, storm, port: firstPort + 2 * soakNodes })
    figures.push(await soak(subject, options))
  }
  return figures
}

const install = ['install', '--yes', '--wait', '--all-nodes', '--image', 'localhost/pause:1']
