import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { runHosted } from '../support/run-hosted.ts'

const folder = mkdtempSync(join(tmpdir(), 'warnings-'))
const file = join(folder, 'a.yaml')
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
writeFileSync(
  file,
  `${header}maxPods: 2\nauthorization: {mode: AlwaysAllow} # kubeletcfg:ignore H17 until the old exporter is gone\neventBurst: 9\n`,
)
afterAll(() => rm(folder, { recursive: true }))

async function validate(...flags: string[]) {
  const ran = await runHosted(['kubeletcfg', 'validate', file, '--kubernetes-version=1.36', ...flags])
  return { ...ran, stdout: ran.stdout.replaceAll(`${folder}/`, '') }
}

describe('warnings', () => {
  test('do not change the exit code', async () => {
    const { exit, stdout } = await validate()
    expect([exit, stdout.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^a\.yaml:3:10: warning H07 maxPods 2 is fewer than the pods .* \(the default is 110/),
        'a.yaml: valid for kubelet 1.36; 1 warning ignored',
        '',
      ],
    ])
  })

  test('count with --strict=warnings, unless they are ignored', async () => {
    const [strict, all] = [await validate('--strict=warnings'), await validate('--strict=warnings', '--ignore', 'h07')]
    expect([strict.exit, all.exit]).toEqual([3, 0])
    expect(strict.stdout).toMatch(
      /\na\.yaml: valid for kubelet 1\.36; 1 warning counts as an error \(--strict\); 1 warning ignored\n$/,
    )
    expect(all.stdout).toBe('a.yaml: valid for kubelet 1.36; 2 warnings ignored\n')
  })

  test('are counted in a summary', async () => {
    expect((await validate('--summary')).stdout).toMatch(/; 0 errors, 1 warning, 0 info; 1 warning ignored\n$/)
    const strict = (await validate('--summary', '--strict=warnings')).stdout
    expect(strict).toContain('a.yaml: valid for kubelet 1.36; 1 warning counts as an error')
    expect(strict).toMatch(/; 0 errors, 1 warning \(counted as errors\), 0 info; 1 warning ignored\n$/)
  })

  test.each([
    ['junit', '<failure type="H07"'],
    ['tap', 'not ok 1 - '],
  ])('fail a test in %s when they count', async (format, failure) => {
    expect((await validate('-o', format, '--strict=warnings')).stdout).toContain(failure)
    expect((await validate('-o', format)).stdout).not.toContain(failure)
  })

  test('are of level warning in SARIF, and suppressed with the reason', async () => {
    const { stdout } = await validate('-o', 'sarif', '--ignore=H07')
    const [run] = JSON.parse(stdout).runs
    expect(run.results).toMatchObject([
      { ruleId: 'H07', level: 'warning', suppressions: [{ kind: 'external', status: 'accepted' }] },
      { ruleId: 'H17', suppressions: [{ kind: 'inSource', justification: 'until the old exporter is gone' }] },
    ])
    expect(run.tool.driver.rules).toMatchObject([{ defaultConfiguration: { level: 'warning' } }, {}])
  })

  test('have an empty list of suppressions where others are suppressed', async () => {
    const { stdout } = await validate('-o', 'sarif')
    expect(JSON.parse(stdout).runs[0].results).toMatchObject([{ suppressions: [] }, { suppressions: [{}] }])
  })

  test('are annotations in github', async () => {
    expect((await validate('-o', 'github')).stdout).toMatch(/^::warning file=.*title=H07::/)
  })

  test('that are ignored are data', async () => {
    const [one] = JSON.parse((await validate('-o', 'json', '--ignore=H07')).stdout)
    expect(one).toMatchObject({
      valid: true,
      findings: [],
      ignored: [
        { rule: 'H07', ignoredBy: 'flag', ignoredBecause: null },
        { rule: 'H17', ignoredBy: 'comment', ignoredBecause: 'until the old exporter is gone' },
      ],
    })
  })
})

test('several rules are ignored with commas', async () => {
  const { exit, stdout } = await validate('--strict=warnings', '--ignore=h07,H17')
  expect([exit, stdout]).toEqual([0, 'a.yaml: valid for kubelet 1.36; 2 warnings ignored\n'])
})

describe('bad input', () => {
  test.each([['V25'], ['S01'], ['H99'], ['READ-EMPTY'], ['']])('--ignore=%s', async (rule) => {
    const { exit, stderr } = await validate(`--ignore=${rule}`)
    expect(exit).toBe(2)
    expect(stderr).toContain(`'${rule}' cannot be ignored`)
    expect(stderr).toMatch(/only warnings can be ignored: S20, S25, H01 to H28, H31\b.*, DROPIN-LOST, DROPIN-PATH\n/)
  })

  test.each([['--strict=info'], ['--strict=warnings', '--lenient']])('%s %s', async (...flags) => {
    expect((await validate(...flags)).exit).toBe(2)
  })
})
