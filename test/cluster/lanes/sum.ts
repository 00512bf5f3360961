/** Of what Jest writes with --json, what is looked at here. */
export interface LaneResults {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly fullName: string }>
  }>
}

export interface Sum {
  readonly passed: number
  /** Names of tests that failed, each after its file; a file alone is one that could not be run. */
  readonly failed: readonly string[]
  /** Files that no lane has run, or several have. */
  readonly miscounted: readonly string[]
  /** Seconds by file, longest first. */
  readonly seconds: ReadonlyArray<readonly [file: string, seconds: number]>
}

/** The results of all lanes as one. `files` are all that had to be run. */
export function sumOf(files: readonly string[], lanes: readonly LaneResults[]): Sum {
  const results = lanes.flatMap(({ testResults }) => testResults)
  const tests = results.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ name, ...test })))
  const timesRun = (file: string) => results.filter(({ name }) => name === file).length
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: [
      ...tests.filter(({ status }) => status !== 'passed').map(({ name, fullName }) => `${name}: ${fullName}`),
      ...results
        .filter(({ status, assertionResults }) => status !== 'passed' && !assertionResults.some(isFailed))
        .map(({ name }) => name),
    ],
    miscounted: files.filter((file) => timesRun(file) !== 1),
    seconds: results
      .map(({ name, startTime, endTime }) => [name, Math.round((endTime - startTime) / 1000)] as const)
      .toSorted(([, a], [, b]) => b - a),
  }
}

const isFailed = ({ status }: { readonly status: string }): boolean => status !== 'passed'
