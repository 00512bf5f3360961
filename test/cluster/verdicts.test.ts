import { statfsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Checked, check } from '../../src/lib/kubelet/check/check.ts'
import type { Finding } from '../../src/lib/kubelet/model/finding.ts'
import { readDocument } from '../../src/lib/yaml/read/read.ts'
import { onNode } from './node.ts'
import { hazardous } from './verdicts/hazards.ts'
import type { EffectResult } from './verdicts/kubelet.ts'
import { brokenGates, dropped, overlooked, taken, undecodable } from './verdicts/others.ts'
import { brokenRules } from './verdicts/rules.ts'
import {
  brokenByCgroupV1,
  brokenByHost,
  brokenByOrder,
  brokenStartup,
  brokenWithoutFlag,
  flawedStartup,
  keptStartup,
} from './verdicts/start-up.ts'
import { configurationsOf, type OnHost, tryKubelets, validateOnNode } from './verdicts/try-kubelets.ts'
import { refused, runs, type Verdict } from './verdicts/verdict.ts'
import { newest } from './versions.ts'

/** Of a file system (statfs(2)). */
const cgroup2 = 0x63677270
const onCgroupV1 = statfsSync('/sys/fs/cgroup').type !== cgroup2

const stopped = [...[...undecodable, ...brokenRules, ...brokenStartup].map(refused), brokenByOrder, ...brokenGates]
const dependent = [...brokenByHost, ...(onCgroupV1 ? brokenByCgroupV1 : [])].map(refused)
const running = [...taken, ...keptStartup].map(runs)
const outlived = [...dropped, ...flawedStartup, ...overlooked, ...hazardous]
const all = [...stopped, ...dependent, brokenWithoutFlag, ...outlived, ...running]

/** Another one after each start. */
const ownKubelet = (): Promise<string> => onNode('node-a', ['systemctl', 'show', '--property=MainPID', 'kubelet'])

let before: string
const kubelets = new Map<Verdict, EffectResult>()
const ours = new Map<Verdict, Checked>()
/** With --host, where the kubelets were started. */
const onHost = new Map<Verdict, OnHost>()
/** What is said of the configuration that the node has anyway, such as its certificate authority. */
const ofNode = new Set<string>()

beforeAll(async () => {
  before = await ownKubelet()
  const texts = await configurationsOf(all.map(({ fields }) => fields))
  const validations = await validateOnNode(texts)
  const endings = await tryKubelets(texts)
  for (const finding of (await checked((await configurationsOf(['maxPods: 110']))[0]!)).findings)
    ofNode.add(textOf(finding))
  for (const [index, verdict] of all.entries()) {
    kubelets.set(verdict, endings[index]!)
    onHost.set(verdict, validations[index]!)
    ours.set(verdict, await checked(texts[index]!))
  }
}, 600_000)

const checked = async (text: string): Promise<Checked> =>
  check(await readDocument(new TextEncoder().encode(text)), newest)

const textOf = ({ rule, path, message }: Finding): string => `${rule} ${path}: ${message}`

/** Shows the end of the log when the kubelet did something else. */
function expectKubelet(verdict: Verdict): void {
  const { end, log } = kubelets.get(verdict)!
  const { ends, says = '' } = verdict
  if (!ends.split(' or ').includes(end) || !log.includes(says))
    throw new Error(`not '${ends}' with '${says}', but '${end}':\n${log.slice(-4000)}`)
}

/** Whether we take it, and the rules of what stops it, or else of what we remark. */
function opinion(verdict: Verdict): { valid: boolean; rules: readonly string[] } {
  const { valid, findings } = ours.get(verdict)!
  // A warning about operation (H01…) is not about what ends a kubelet.
  const remarks = findings.filter((found) => found.stage !== 'operation' && !ofNode.has(textOf(found)))
  const said = valid ? remarks : findings.filter(({ fatal }) => fatal)
  return { valid, rules: [...new Set(said.map(({ rule }) => rule))] }
}

describe('the kubelet ends, as we say', () => {
  test.each(stopped)('$rule: $fields', (verdict) => {
    expectKubelet(verdict)
    expect(opinion(verdict)).toEqual({ valid: false, rules: [verdict.rule] })
  })
})

describe('the kubelet ends on this host, and we say what to look at', () => {
  test.each(dependent)('$rule: $fields', (verdict) => {
    expectKubelet(verdict)
    expect(opinion(verdict)).toEqual({ valid: true, rules: [verdict.rule] })
  })

  test.each(dependent)('with --host, it is an error: $rule: $fields', (verdict) => {
    const { valid, findings } = onHost.get(verdict)!
    const rules = new Set(findings.filter(({ fatal }) => fatal).map(({ rule }) => rule))
    expect({ valid, rules: [...rules] }).toEqual({ valid: false, rules: [verdict.rule] })
  })
})

test('with --host, no kubelet that runs has an error about the host, and all was seen', () => {
  const errors = [...running, ...dropped, ...flawedStartup].flatMap((verdict) => {
    const { findings } = onHost.get(verdict)!
    return findings.filter(({ fatal }) => fatal).map(({ rule, message }) => ({ fields: verdict.fields, rule, message }))
  })
  expect(errors).toEqual([])
  const counts = all.flatMap((verdict) => onHost.get(verdict)!.onHost ?? [])
  expect(counts.filter(({ notSeen }) => notSeen > 0)).toEqual([])
  expect(counts.length).toBeGreaterThan(running.length)
})

test('the kubelet ends without a reservation that a flag could give, and we warn', () => {
  expectKubelet(brokenWithoutFlag)
  expect(opinion(brokenWithoutFlag)).toEqual({ valid: true, rules: ['S20', 'S14'] })
})

describe('the kubelet drops something and runs, as we say', () => {
  test.each(dropped)('$rule: $fields', (verdict) => {
    expectKubelet(verdict)
    expect(kubelets.get(verdict)!.log).toContain('Using lenient decoding as strict decoding failed')
    expect(opinion(verdict)).toEqual({ valid: true, rules: [verdict.rule] })
  })
})

describe('the kubelet runs, and we say what comes of it', () => {
  test.each(flawedStartup)('$rule: $fields', (verdict) => {
    expectKubelet(verdict)
    expect(opinion(verdict)).toEqual({ valid: true, rules: [verdict.rule] })
  })
})

describe('the kubelet runs, and we say what its node suffers from', () => {
  test.each(hazardous)('$rule: $fields', (verdict) => {
    expectKubelet(verdict)
    const { valid, findings } = ours.get(verdict)!
    const own = findings.filter((found) => found.stage === 'operation' && !ofNode.has(textOf(found)))
    expect({ valid, rules: own.map(({ rule }) => rule) }).toEqual({ valid: true, rules: [verdict.rule] })
  })
})

describe('the kubelet runs, as we say', () => {
  test.each(running)('$fields', (verdict) => {
    expectKubelet(verdict)
    expect(opinion(verdict).valid).toBe(true)
  })
})

describe('the kubelet runs, though its validation would refuse this if it came to see it', () => {
  test.each(overlooked)('$rule: $fields', (verdict) => {
    expectKubelet(verdict)
    expect(opinion(verdict)).toEqual({ valid: false, rules: [verdict.rule] })
  })
})

test("the node's own kubelet goes on", async () => {
  expect(before).toMatch(/MainPID=[1-9]/)
  expect(await ownKubelet()).toBe(before)
})
