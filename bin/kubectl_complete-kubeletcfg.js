#!/usr/bin/env node
import { start } from './start.js'

// The completion of kubectl runs this with the words after `kubectl kubeletcfg`.
process.argv.splice(2, 0, '__complete', '--')
await start('kubeletcfg')
