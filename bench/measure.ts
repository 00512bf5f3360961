/** Measures against the cluster in $KUBECONFIG, and prints the tables. Started by run.ts. */
import { availableParallelism } from 'node:os'
import { installKubeconform } from '../test/kubeconform/install.ts'
import { startAgent } from './agent.ts'
import { clusterRows } from './cluster-rows.ts'
import { prepareCluster } from './cluster-work.ts'
import { compare } from './compare.ts'
import { writeDocuments } from './documents.ts'
import { folderRow, growthRows } from './file-rows.ts'
import { findCounter } from './instructions.ts'
import { startIdlers } from './memory.ts'
import { optionsFrom } from './options.ts'
import { programsIn } from './programs.ts'
import { countRoundTrips, type RoundTrips } from './round-trips.ts'
import type { Ratio } from './row.ts'
import { measureRollout } from './scale/measure-rollout.ts'
import { measureScale, type ScaleFigures } from './scale/measure-scale.ts'
import { measureSoak } from './soak/measure-soak.ts'
import { startUpRows } from './start-up-rows.ts'
import { goalResults, printTables } from './tables.ts'

const [, , folder = '', ...argv] = process.argv
const options = optionsFrom(argv)
const { json, sandbox, agent: onlyAgent, scale: onlyScale, rollout: onlyRollout, soak: onlySoak } = options
const isOnlyLarge = onlyScale || onlyRollout
const { valgrind, rounds, nodes, changes, rows, memoryMinutes } = options
const minute = 60_000
const quick = Math.ceil(rounds / 3)

const installed = programsIn(folder)
const [first] = installed
if (first === undefined) throw new Error(`nothing is installed in ${folder}`)
const programs = first

async function measureCommands(): Promise<{ times: readonly Ratio[]; roundTrips: readonly RoundTrips[] }> {
  const documents = writeDocuments()
  const kubeconform = installKubeconform()
  const work = await prepareCluster(programs, { folder, sandbox })
  const counter = await findCounter({ slowly: valgrind })
  const times = [
    ...(await compare(
      installed.flatMap((each) => [...startUpRows(each, documents.one), ...clusterRows(each, work)]),
      { rounds, counter },
    )),
    ...(await compare(
      installed.map((each) => folderRow(each, { folder: documents.folder, kubeconform })),
      { rounds: quick, counter },
    )),
    ...(await compare(growthRows(programs, documents), { rounds: quick, counter: undefined })),
  ]
  return { times, roundTrips: await countRoundTrips(programs, work, { folder, rounds: quick }) }
}

/** As in the largest clusters that Kubernetes promises to support. */
const podsPerNode = 30

/** The last thing that is done with a cluster: its controllers are stopped. */
async function measureLargeCluster(): Promise<ScaleFigures | undefined> {
  if (sandbox || onlyAgent || onlyRollout || onlySoak || nodes === 0) return undefined
  if (onlyScale) await prepareCluster(programs, { folder, sandbox })
  return measureScale(programs, { nodes, podsPerNode }, folder)
}

// An agent needs a machine with systemd and a kubelet.
const agent = sandbox || isOnlyLarge || memoryMinutes === 0 ? undefined : await startAgent()
const waiting = memoryMinutes > 0 && !isOnlyLarge && !onlySoak ? await startIdlers(first, folder) : undefined
const { times, roundTrips } =
  onlyAgent || isOnlyLarge || onlySoak ? { times: [], roundTrips: [] } : await measureCommands()
const memory = (await waiting?.measure(memoryMinutes * minute)) ?? []
const results = {
  ...{ times, roundTrips, memory },
  agent: await agent?.measure(memoryMinutes * minute),
  scale: await measureLargeCluster(),
  rollout: onlyRollout ? await measureRollout(programs, nodes) : undefined,
  // The executable, if there is one: its young generation is smaller.
  soak: onlySoak ? await measureSoak(installed.at(-1) ?? first, { changes, rows, restMs: memoryMinutes * minute }) : [],
}
if (json) {
  const machine = { processors: availableParallelism(), node: process.version, platform: process.platform }
  console.log(
    JSON.stringify({ at: new Date().toISOString(), machine, goals: goalResults(results), ...results }, null, 2),
  )
} else printTables(results)
