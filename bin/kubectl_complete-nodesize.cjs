#!/usr/bin/env node
'use strict'
// The completion of kubectl runs this with the words after `kubectl nodesize`.
process.argv.splice(2, 0, '__complete', '--')
require('./start.cjs').start('nodesize')
