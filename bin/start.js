/** No static imports: on an old Node.js they would fail before this file could report why. */
export async function start(bin) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const supported = (major === 24 && minor >= 15) || major >= 26
  if (!supported)
    return fail(
      2,
      `${bin} requires Node.js ^24.15.0 or >=26, but this is ${process.versions.node} (${process.execPath})`,
    )
  // Saves a tenth of a second. Does nothing when the cache folder is not writable.
  process.getBuiltinModule('node:module').enableCompileCache()
  try {
    const { run } = await import('../dist/lib/cli/shell/run.js')
    await run(bin)
  } catch (error) {
    // Node would exit with 1, which means "differences found" for diff.
    fail(70, `${bin} cannot be loaded: ${error.message}\nhint: install it again`)
  }
}

function fail(code, message) {
  process.stderr.write(`error: ${message}\n`)
  process.exitCode = code
}
