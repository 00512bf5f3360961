/**
 * Flags that were removed before the oldest known release but are still in many units, with the last release that had
 * them.
 */
export const gone: ReadonlyMap<string, string> = new Map([
  ['cni-bin-dir', '1.23'],
  ['cni-cache-dir', '1.23'],
  ['cni-conf-dir', '1.23'],
  ['container-runtime', '1.26'],
  ['docker-endpoint', '1.23'],
  ['image-pull-progress-deadline', '1.23'],
  ['network-plugin', '1.23'],
  ['network-plugin-mtu', '1.23'],
])
