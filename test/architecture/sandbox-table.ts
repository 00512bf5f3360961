/** The rows of the second product: it stands beside lib, and lib imports nothing from it. Top rooms first. */
export const sandboxRooms = {
  sandbox: { statically: ['sandbox/shell', 'sandbox/world', 'sandbox/core/*', 'sandbox/interface'] },
  'sandbox/shell': {
    statically: ['sandbox/interface', 'selfsigned', 'yaml', 'node:'],
    lazily: ['sandbox/protobuf', 'yaml'],
  },
  'sandbox/world': { statically: ['sandbox/core/*', 'sandbox/interface'] },
  // client-node for the types of Kubernetes objects.
  'sandbox/core': {
    statically: [
      'sandbox/core/accounting',
      'sandbox/core/model',
      'sandbox/interface',
      'lib/api',
      'lib/quantity',
      '@kubernetes/client-node',
      'rfc6902',
    ],
  },
  // Adds up requests on its own and not with lib/sizes: lib/sizes is tested against it.
  'sandbox/core/accounting': { statically: ['sandbox/core/model', 'lib/quantity'] },
  'sandbox/core/model': { statically: ['sandbox/interface', 'lib/api', 'lib/quantity', '@kubernetes/client-node'] },
  // Loaded with the first protobuf body.
  'sandbox/protobuf': { statically: ['sandbox/interface', 'protobufjs'] },
  'sandbox/interface': { statically: [] },
}

export const pureSandboxRooms = [
  'sandbox/core',
  'sandbox/core/accounting',
  'sandbox/core/model',
  'sandbox/interface',
  'sandbox/protobuf',
  'sandbox/world',
]
