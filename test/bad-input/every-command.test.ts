import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { balloon, document } from '../../src/lib/names.ts'
import { dataOf } from '../../src/lib/rollouts/rollout-object.ts'
import { rolloutOf } from '../lib/rollouts/simulated-fleet.ts'
import { refusal, startApiServer } from '../support/api-server.ts'
import { configOf } from '../support/programs.ts'
import { attempt } from './attempt.ts'
import { listOf, type Routes, serving } from './routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, header } from './stored-document.ts'

/** The title of the window, a colour in one byte, the direction of the text, a line end of Unicode. */
const evil = '\u001b]0;x\u0007\u009b31m\u202eab\u2028'
/** How YAML spells it, and what YAML holds as it is. */
const [spelled, raw] = ['\\e]0;x\\a\\x9b31m\\u202eab\\u2028', '\u202eab']
const steering = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const folder = mkdtempSync(join(tmpdir(), 'every-command-'))
function file(name: string, text: string): string {
  const path = join(folder, `${name}${evil}`)
  writeFileSync(path, text)
  return path
}
const valid = `${header}clusterDomain: "${spelled}"\n`
const invalid = `${valid}hairpinMode: ${raw}\nclusterDNS: ["${spelled}"]\n${raw}: 1\n"${spelled}": 1\n`
/** What stands for others' words in the commands below. */
const words: Readonly<Record<string, string>> = {
  EVIL: evil,
  EMPTY: file('empty', header),
  VALID: file('valid', valid),
  INVALID: file('invalid', invalid),
  UNDECODABLE: file('undecodable', `${header}maxPods: "${spelled}"\nfeatureGates: {"${spelled}": x}\n`),
  UNREADABLE: file('unreadable', `${evil}: [`),
  UNIT: file('unit', `[Service]\nEnvironmentFile=${evil}\nExecStart=kubelet $A\n`),
  SIZES: file(
    'sizes',
    `apiVersion: kubeletcfg.dev/v1alpha1\nkind: NodeSizeConfiguration\nsizes: [{node: "${spelled}", cpu: "${spelled}", "${spelled}": 1}]\n`,
  ),
  ABSENT: join(folder, `absent${evil}`),
}

const { annotation } = document
/** A cluster whose document others wrote. */
function holding(body: string, annotations: Readonly<Record<string, string>>): Routes {
  const { metadata, ...rest } = configMap(body, { manager: evil })
  const stored = { ...rest, metadata: { ...metadata, annotations }, data: { ...rest.data, [evil]: '' } }
  return {
    ...emptyCluster,
    'GET /api/v1/nodes': () => ({ ...listOf(), headers: { warning: '299 - "\u009b31mred"' } }),
    [`GET ${configMaps}`]: () => listOf(stored),
    [`GET ${globalPath}`]: () => ({ body: stored }),
    [`PATCH ${globalPath}`]: () => refusal(409, 'Conflict', { message: evil }),
    [`DELETE ${globalPath}`]: () => refusal(403, 'Forbidden', { message: evil }),
  }
}
const stamped = holding(valid, { [annotation.by]: evil, [annotation.digest]: evil, [annotation.message]: evil })
const unusable = holding(invalid, {})
const refusing = Object.fromEntries(
  [
    '/api/v1/nodes',
    '/api/v1/nodes/node-a',
    '/api/v1/pods',
    '/api/v1/namespaces/kube-system/pods',
    '/apis/apps/v1/daemonsets',
    `/apis/scheduling.k8s.io/v1/priorityclasses/${balloon.priorityClass}`,
  ].map((path) => [`GET ${path}`, () => refusal(403, 'Forbidden', { message: evil })]),
)

/** A Node whose report somebody has edited. */
const report = JSON.stringify({
  apiVersion: 'kubeletcfg.dev/v1alpha1',
  kind: 'AgentReport',
  phase: 'Idle',
  since: '2026-11-22T00:00:00Z',
  active: { source: 'local' },
  lastKnownGood: { source: 'local' },
  bad: [{ digest: evil, kubeletVersion: evil, reason: 'X', message: evil, at: '2026-11-22T00:00:00Z' }],
  shadowedByFlags: [evil],
  drifted: false,
  kubeletVersion: evil,
})
const unreadableReport: Routes = {
  ...emptyCluster,
  'GET /api/v1/nodes': () =>
    listOf({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-a', uid: 'x', annotations: { 'kubeletcfg.dev/agent-status': report } },
      status: {},
    }),
}

/** A rollout that somebody aborted, or says so. */
const abortedRollout: Routes = {
  ...emptyCluster,
  'GET /api/v1/namespaces/kube-system/configmaps/kubeletcfg-rollout-global': () => {
    const times = { startedAt: '2026-11-22T00:00:00Z', endedAt: '2026-11-22T00:00:00Z' }
    const one = {
      digest: evil,
      revision: 7,
      outcome: 'Aborted',
      ...times,
      cause: { reason: 'X', message: evil },
    } as const
    const data = dataOf({ ...rolloutOf(), past: [one] })
    return {
      body: { kind: 'ConfigMap', metadata: { uid: 'x' }, data: { state: data['state'], promoted: data['promoted'] } },
    }
  },
}

/** Of documents that get and fmt print, terminal.test.ts tells. */
const attempts: readonly (readonly [command: string, routes?: Routes])[] = [
  ['kubeletcfg EVIL'],
  ['kubeletcfg agent install --node-name EVIL --EVIL'],
  ['kubeletcfg agent manifests --node EVIL'],
  ['kubeletcfg agent opt-in --EVIL'],
  ['kubeletcfg agent opt-out --mode EVIL'],
  ['kubeletcfg agent run --node-name node-a --log-format EVIL'],
  ['kubeletcfg agent uninstall --EVIL'],
  ['kubeletcfg bad forget --all --node EVIL'],
  ['kubeletcfg bad list', unreadableReport],
  ['kubeletcfg check-change EMPTY VALID'],
  ['kubeletcfg controller manifests --image EVIL'],
  ['kubeletcfg controller probe EVIL'],
  ['kubeletcfg controller run --log-format EVIL'],
  ['kubeletcfg controller webhook --failure-policy EVIL'],
  ['kubeletcfg check-change UNDECODABLE INVALID'],
  ['kubeletcfg defaults -f VALID'],
  ['kubeletcfg defaults -f UNDECODABLE'],
  ['kubeletcfg effective EVIL'],
  ['kubeletcfg effective -l EVIL', stamped],
  ['kubeletcfg effective --config VALID'],
  ['kubeletcfg effective --config UNDECODABLE'],
  ['kubeletcfg effective --config VALID --config-dir VALID'],
  ['kubeletcfg delete --global --yes', stamped],
  ['kubeletcfg delete --node EVIL --yes'],
  ['kubeletcfg doctor EVIL'],
  ['kubeletcfg diff -f EMPTY --global', stamped],
  ['kubeletcfg diff -f UNDECODABLE --global', stamped],
  ['kubeletcfg diff -f VALID --global', unusable],
  ['kubeletcfg edit --node EVIL'],
  ['kubeletcfg explain EVIL'],
  ['kubeletcfg fmt --check VALID INVALID'],
  ['kubeletcfg fmt UNREADABLE'],
  ['kubeletcfg gates EVIL'],
  ['kubeletcfg get --node EVIL'],
  ['kubeletcfg get -l EVIL', stamped],
  ['kubeletcfg history --node EVIL'],
  ['kubeletcfg init VALID --kubernetes-version 1.36 --profile edge'],
  ['kubeletcfg list', stamped],
  ['kubeletcfg list', unusable],
  ['kubeletcfg manifests -f UNDECODABLE --global'],
  ['kubeletcfg manifests -f VALID --node EVIL'],
  ['kubeletcfg migrate -- kubelet --node-ip=EVIL --cluster-domain=EVIL --EVIL=1'],
  ['kubeletcfg migrate --check --base EMPTY -- kubelet --cluster-domain=EVIL'],
  ['kubeletcfg migrate UNIT'],
  ['kubeletcfg opt-in EVIL'],
  ['kubeletcfg opt-out EVIL'],
  ['kubeletcfg push -f VALID --global --yes --message EVIL', unusable],
  ['kubeletcfg push -f EMPTY --global', stamped],
  ['kubeletcfg push -f INVALID --global --yes', stamped],
  ['kubeletcfg push -f INVALID --global --yes --skip-validation', stamped],
  ['kubeletcfg rollback --node EVIL'],
  ['kubeletcfg rollout abort --EVIL'],
  ['kubeletcfg rollout approve --EVIL'],
  ['kubeletcfg rollout delete-policy --EVIL'],
  ['kubeletcfg rollout get-policy --EVIL'],
  ['kubeletcfg rollout history -o wide', abortedRollout],
  ['kubeletcfg rollout pause --EVIL'],
  ['kubeletcfg rollout promote --EVIL'],
  ['kubeletcfg rollout resume --EVIL'],
  ['kubeletcfg rollout retry --EVIL'],
  ['kubeletcfg rollout run --timeout EVIL'],
  ['kubeletcfg rollout set-policy -f EVIL'],
  ['kubeletcfg rollout show EVIL'],
  ['kubeletcfg rollout status', abortedRollout],
  ['kubeletcfg sandbox --fault EVIL'],
  ['kubeletcfg sandbox --load ABSENT'],
  ['kubeletcfg schema --draft EVIL'],
  ['kubeletcfg source EVIL'],
  ['kubeletcfg source node-a', unusable],
  ['kubeletcfg source node-a node-b', unusable],
  ['kubeletcfg source -l EVIL', stamped],
  ['kubeletcfg status EVIL'],
  ['kubeletcfg upgrade-check INVALID --from 1.34 --to 1.36'],
  ['kubeletcfg validate --EVIL'],
  ['kubeletcfg validate VALID INVALID UNDECODABLE UNREADABLE ABSENT'],
  ['kubeletcfg validate INVALID -o github'],
  ['kubeletcfg validate INVALID -o tap'],
  ['nodesize apply -f UNDECODABLE', refusing],
  ['nodesize apply -f SIZES'],
  ['nodesize autoscale exec EVIL --cpu 1 -- true'],
  ['nodesize autoscale exec node-a --cpu 1 -- true', refusing],
  ['nodesize autoscale exec node-a --cpu 1 -- EVIL'],
  ['nodesize diff -f SIZES'],
  ['nodesize doctor EVIL'],
  ['nodesize export EVIL', refusing],
  ['nodesize get', refusing],
  ['nodesize get EVIL', refusing],
  ['nodesize top', refusing],
  ['nodesize top EVIL', refusing],
  ['nodesize install --context EVIL'],
  ['nodesize cancel EVIL', refusing],
  ['nodesize manifests --EVIL'],
  ['nodesize reset EVIL', refusing],
  ['nodesize reconcile --once', refusing],
  ['nodesize set node-a --cpu 2', refusing],
  ['nodesize set node-a --cpu EVIL'],
  ['nodesize share', refusing],
  ['nodesize share --nodes EVIL,node-a'],
  ['nodesize split --nodes node-a,node-b', refusing],
  ['nodesize split --nodes node-a,EVIL'],
  ['nodesize split --nodes node-a,node-b --weights EVIL,1'],
  ['nodesize uninstall --yes', refusing],
  ['nodesize upgrade --context EVIL'],
]

test.concurrent.each(attempts)('%s shows what others wrote, and obeys none of it', async (command, routes = {}) => {
  await using server = await startApiServer(serving(routes))
  const typed = command.replaceAll(/[A-Z]{4,}/g, (word) => words[word]!)
  const { stdout, stderr } = await attempt(typed, { env: { KUBECONFIG: await server.kubeconfig() } })
  const said = stdout + stderr
  expect(said.match(steering)).toBeNull()
  expect(said).toMatch(/31m|\\u202eab|\\U0000202eab/)
})

test.each(['kubeletcfg', 'nodesize'] as const)('no command of %s is left out', async (bin) => {
  const { commands } = await configOf(bin)
  const tried = attempts.map(([command]) => command)
  const shown = commands.filter(({ id, hidden }) => !hidden && id !== 'completion').map(({ id }) => id)
  expect(shown.filter((id) => !tried.some((command) => `${command} `.startsWith(`${bin} ${id} `)))).toEqual([])
})
