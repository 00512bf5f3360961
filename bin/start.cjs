'use strict'
const { join } = require('node:path')

const names = ['kubeletcfg', 'nodesize', 'kubectl-kubeletcfg', 'kubectl-nodesize']
const programs = Object.fromEntries(names.map((name) => [name, [process.execPath, join(__dirname, `${name}.cjs`)]]))

/** Start a program under the name that was typed. Nothing before the check of the version needs a new Node.js. */
exports.start = (bin) => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const supported = (major === 24 && minor >= 15) || major >= 26
  if (!supported)
    return fail(
      2,
      `${bin} requires Node.js ^24.15.0 or >=26, but this is ${process.versions.node} (${process.execPath})`,
    )
  require('./compile-cache.cjs').enable()
  try {
    void require('../dist/cli/main.cjs').main(bin, { path: process.argv[1], programs })
  } catch (error) {
    // Node would exit with 1, which means "differences found" for diff.
    fail(70, `${bin} cannot be loaded: ${error.message}\nhint: install it again`)
  }
}

function fail(code, message) {
  process.stderr.write(`error: ${message}\n`)
  process.exitCode = code
}
