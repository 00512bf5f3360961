/** No static import here: on an old Node they would fail before this file could say why. */
export async function start(bin) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const supported = (major === 24 && minor >= 15) || major >= 26
  if (!supported) {
    process.stderr.write(
      `error: ${bin} needs Node.js ^24.15.0 || >=26, and this is ${process.versions.node} (${process.execPath})\n`,
    )
    process.exitCode = 2
    return
  }
  // Saves a tenth of a second where the cache folder can be written, and does nothing where it cannot.
  process.getBuiltinModule('node:module').enableCompileCache()
  const { run } = await import('../dist/lib/cli/run.js')
  await run(bin)
}
