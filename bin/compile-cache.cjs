'use strict'
const { lstatSync, mkdirSync } = require('node:fs')
const { homedir } = require('node:os')
const { join } = require('node:path')

/**
 * Cache compiled code in the cache folder of the user, which saves half of the start-up time. Code in the cache is executed,
 * so a folder that other users can write is not used, nor is the default of Node.js, which is below /tmp. A cache that is
 * missing, damaged or full is never an error. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE work as in Node.js.
 */
exports.enable = () => {
  const { enableCompileCache } = require('node:module')
  try {
    if (process.env.NODE_COMPILE_CACHE) return void enableCompileCache()
    const folder = cacheFolder()
    if (folder !== undefined) enableCompileCache(folder)
  } catch {
    // Without a cache, start-up takes longer.
  }
}

/** undefined: there is no folder that only this user can write. */
function cacheFolder() {
  const { XDG_CACHE_HOME, HOME } = process.env
  const isAbsolute = XDG_CACHE_HOME?.startsWith('/')
  const base = isAbsolute ? XDG_CACHE_HOME : HOME === '' ? undefined : join(homedir(), '.cache')
  if (base === undefined) return undefined
  // Under sudo, HOME can be the folder of another user: create no files there.
  const home = isAbsolute ? base : homedir()
  if (!isOwn(home)) return undefined
  const folder = join(base, 'kubeletcfg')
  for (const path of [base, folder]) make(path)
  return isOwn(base) && isOwn(folder) ? folder : undefined
}

/** Not recursively: where a file system creates no folders, such as /proc, Node.js would retry without end. */
function make(path) {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

/** A folder of this user that no other user can write. */
function isOwn(path) {
  const entry = lstatSync(path)
  return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0
}
