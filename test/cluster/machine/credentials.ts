import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeNodeCertificate } from '../control-plane/certificates.ts'
import { apiServer } from '../control-plane/components.ts'
import { controlPlaneDirectory } from '../host/directories.ts'
import type { NodeCredentials } from './layouts.ts'

/** Those of a node, made by the authority of the cluster. */
export async function credentialsOf(node: string): Promise<NodeCredentials> {
  const paths = await makeNodeCertificate(controlPlaneDirectory, node)
  const all = [join(controlPlaneDirectory, 'ca.crt'), ...paths].map((path) => readFile(path, 'utf8'))
  const [certificateAuthority, certificate, key] = (await Promise.all(all)) as [string, string, string]
  return { server: apiServer, certificateAuthority, certificate, key }
}
