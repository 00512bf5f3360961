import { join } from 'node:path'
import { runHosted } from '../support/run-hosted.ts'
import type { Stage } from './stage.ts'

/** Runs command lines with this kubeconfig, in the folder with our documents. */
export const commandsWith =
  (kubeconfig: string): Stage['run'] =>
  (command) =>
    runHosted(command.split(' '), { env: { KUBECONFIG: kubeconfig }, cwd: join(import.meta.dirname, 'documents') })
