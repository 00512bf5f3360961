/**
 * Flags that could be fields, and had better stay flags, with the reason: they are a node's own, while a document is for
 * many nodes, or they count before the file is read.
 */
export const staying: Readonly<Record<string, string>> = {
  'provider-id': 'it is the identity of one node',
  v: 'the kubelet logs before it reads the file',
  vmodule: 'the kubelet logs before it reads the file',
}

/** Fields whose relative paths start at the folder of the file, those of the flag at the working directory. */
export const pathFields: ReadonlySet<string> = new Set([
  'staticPodPath',
  'authentication.x509.clientCAFile',
  'tlsCertFile',
  'tlsPrivateKeyFile',
  'resolvConf',
  'volumePluginDir',
])
