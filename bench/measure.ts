/** Measures against the cluster in $KUBECONFIG, and prints the tables. Started by run.ts. */
import { availableParallelism } from 'node:os'
import { installKubeconform } from '../test/kubeconform/install.ts'
import { clusterRows } from './cluster-rows.ts'
import { prepareCluster } from './cluster-work.ts'
import { compare } from './compare.ts'
import { writeDocuments } from './documents.ts'
import { folderRow, growthRows } from './file-rows.ts'
import { findCounter } from './instructions.ts'
import { startIdlers } from './memory.ts'
import { optionsFrom } from './options.ts'
import { programsIn } from './programs.ts'
import { countRoundTrips } from './round-trips.ts'
import { startUpRows } from './start-up-rows.ts'
import { goalResults, printTables } from './tables.ts'

const [, , folder = '', ...argv] = process.argv
const { json, sandbox, valgrind, rounds, memoryMinutes } = optionsFrom(argv)
const minute = 60_000
const quick = Math.ceil(rounds / 3)

const installed = programsIn(folder)
const [first] = installed
if (first === undefined) throw new Error(`nothing is installed in ${folder}`)
const documents = writeDocuments()
const kubeconform = installKubeconform()
const waiting = memoryMinutes > 0 ? await startIdlers(first, folder) : undefined
const work = await prepareCluster(first, { folder, sandbox })
const counter = await findCounter({ slowly: valgrind })
const times = [
  ...(await compare(
    installed.flatMap((programs) => [...startUpRows(programs, documents.one), ...clusterRows(programs, work)]),
    { rounds, counter },
  )),
  ...(await compare(
    installed.map((programs) => folderRow(programs, { folder: documents.folder, kubeconform })),
    { rounds: quick, counter },
  )),
  ...(await compare(growthRows(first, documents), { rounds: quick, counter: undefined })),
]
const roundTrips = await countRoundTrips(first, work, { folder, rounds: quick })
const memory = (await waiting?.measure(memoryMinutes * minute)) ?? []
if (json) {
  const machine = { processors: availableParallelism(), node: process.version, platform: process.platform }
  const goals = goalResults({ times, roundTrips, memory })
  console.log(JSON.stringify({ at: new Date().toISOString(), machine, goals, times, roundTrips, memory }, undefined, 2))
} else printTables({ times, roundTrips, memory })
