/** The rows of the second product: it stands beside lib, and lib imports nothing of it. From the top down. */
export const sandboxRooms = {
  sandbox: { statically: ['sandbox/'] },
  'sandbox/shell': { statically: ['sandbox/interface', 'selfsigned', 'yaml', 'node:'], lazily: ['yaml'] },
  'sandbox/world': { statically: ['sandbox/world/', 'sandbox/core/', 'sandbox/interface', 'lib/quantity'] },
  // Types of client-node say which fields an object has.
  'sandbox/core': {
    statically: ['sandbox/core/', 'sandbox/interface', 'lib/api', 'lib/quantity', '@kubernetes/client-node', 'rfc6902'],
  },
  // Counts for itself: lib/sizing is tested against it.
  'sandbox/core/accounting': { statically: ['sandbox/core/model', 'lib/quantity'] },
  'sandbox/core/model': { statically: ['sandbox/interface', 'lib/api', 'lib/quantity', '@kubernetes/client-node'] },
  'sandbox/interface': { statically: [] },
}

export const pureSandboxRooms = [
  'sandbox/core',
  'sandbox/core/accounting',
  'sandbox/core/model',
  'sandbox/interface',
  'sandbox/world',
]
