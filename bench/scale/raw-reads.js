// Reads a collection page by page, and keeps nothing of it. Usage: node raw-reads.js KUBECONFIG-AS-JSON PATH
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:https'

const [, , kubeconfig, path] = process.argv
const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8'))
const { server, 'certificate-authority-data': ca } = clusters[0].cluster
const agent = new Agent({ ca: Buffer.from(ca, 'base64'), keepAlive: true })
const headers = { authorization: `Bearer ${users[0].user.token}` }

const read = (token) =>
  new Promise((resolve, reject) => {
    const sending = get(`${server}${path}?limit=500&continue=${token}`, { agent, headers }, (answer) => {
      // The token is at the beginning of a page.
      let head = ''
      answer.setEncoding('utf8').on('data', (text) => {
        if (head.length < 4096) head += text
      })
      answer.on('end', () => resolve(/"continue":"([^"]*)"/.exec(head)?.[1] ?? '')).on('error', reject)
    })
    sending.on('error', reject)
  })

for (let token = await read(''); token !== ''; token = await read(token));
agent.destroy()
