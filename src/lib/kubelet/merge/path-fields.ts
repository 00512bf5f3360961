/** Relative paths in a file start at its folder, in drop-ins at the working directory (KubeletConfigurationPathRefs). */
export const pathFields: readonly (readonly string[])[] = [
  ['staticPodPath'],
  ['authentication', 'x509', 'clientCAFile'],
  ['tlsCertFile'],
  ['tlsPrivateKeyFile'],
  ['resolvConf'],
  ['volumePluginDir'],
  ['podLogsDir'],
]
