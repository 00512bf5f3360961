import { readFile } from 'node:fs/promises'
import { Failure } from '../../failure.ts'
import { codeOf } from './error-code.ts'
import type { Pem } from './kubeconfig.ts'

export const readPem = async (pem: Pem): Promise<string> => ('data' in pem ? pem.data : readSecret(pem.file))

/** A file that the kubeconfig names. Rejects with Failure 'usage' when it cannot be read. */
export const readSecret = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Failure('usage', `file '${path}' of the kubeconfig cannot be read: ${codeOf(cause)}`, { cause })
  })
