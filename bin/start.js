/** No static import here: on an old Node they would fail before this file could say why. */
export async function start(bin) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const supported = (major === 24 && minor >= 15) || major >= 26
  if (!supported)
    return fail(2, `${bin} needs Node.js ^24.15.0 || >=26, and this is ${process.versions.node} (${process.execPath})`)
  // Saves a tenth of a second where the cache folder can be written, and does nothing where it cannot.
  process.getBuiltinModule('node:module').enableCompileCache()
  try {
    const { run } = await import('../dist/lib/cli/shell/run.js')
    await run(bin)
  } catch (error) {
    // Node's own exit code for it is 1, and to diff that means "differs".
    fail(70, `${bin} cannot be loaded, install it again: ${error.message}`)
  }
}

function fail(code, message) {
  process.stderr.write(`error: ${message}\n`)
  process.exitCode = code
}
