import { CountsBeforeFile, IdentityOfNode, PrintsAndExits, type StayingReason } from './flag-messages.ts'

/**
 * Flags that should remain flags although they have a field: they are specific to a node while a document is for many,
 * they apply before the file is read, or no kubelet runs with them.
 */
export const staying: ReadonlyMap<string, StayingReason> = new Map<string, StayingReason>([
  ['provider-id', IdentityOfNode()],
  ['help', PrintsAndExits()],
  ['version', PrintsAndExits()],
  ['v', CountsBeforeFile()],
  ['vmodule', CountsBeforeFile()],
])

/** Fields whose relative paths start at the folder of the file; those of the flags start at the working directory. */
export const pathFields: ReadonlySet<string> = new Set([
  'staticPodPath',
  'authentication.x509.clientCAFile',
  'tlsCertFile',
  'tlsPrivateKeyFile',
  'resolvConf',
  'volumePluginDir',
])
