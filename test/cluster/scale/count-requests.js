// Counts the HTTP requests of a Node process. Usage: NODE_OPTIONS='--import FILE' REQUESTS_TO=PATH node …
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'

const requests = []
subscribe('http.client.request.start', ({ request }) => requests.push(`${request.method} ${request.path}`))
process.on('exit', () => writeFileSync(process.env.REQUESTS_TO, requests.map((line) => `${line}\n`).join('')))
