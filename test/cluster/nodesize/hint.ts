import { outputOf } from '../host/output-of.ts'

/** Runs the command that a hint tells people to run, in a shell, letter for letter. */
export async function runShell(stderr: string, hint: RegExp): Promise<string> {
  const command = hint.exec(stderr)?.[1]
  if (command === undefined) throw new Error(`no such hint in:\n${stderr}`)
  return outputOf('sh', ['-c', command])
}
