// What every process that waits for a server needs: Node, and one TLS connection, opened again whenever the server closes
// it. Usage: node bare.js URL CA-FILE
import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'

const [, , server, authority] = process.argv
const { hostname, port } = new URL(server)
const options = { host: hostname, port: Number(port), ca: readFileSync(authority) }
const open = () => connect(options).on('close', open).resume()
open()
