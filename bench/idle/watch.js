// One watch of nodes by the library, until the end. Usage: node watch.js PACKAGE-FOLDER
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , folder] = process.argv
const { connect } = await import(pathToFileURL(join(folder, 'dist/lib/public.js')).href)
const cluster = await connect({ userAgent: 'kubeletcfg-bench' })
for await (const _ of cluster.collections.nodes.changes({ signal: new AbortController().signal }));
