import { longest } from '../agent/report/report.ts'
import { agent } from '../names.ts'
import { literal, type Policy } from './policy.ts'

const claim = literal('authentication.kubernetes.io/node-name')
const status = literal(agent.annotation.status)
const type = literal(agent.condition)
/** Characters of the condition's message; agents write fewer. */
const longestMessage = 4096

/**
 * An agent changes its own Node, and there its condition and its annotation only. Which node is its own, the ServiceAccount
 * says, and the node that its token is bound to: both, where both do.
 */
export function ownNodePolicy(namespace: string): Policy {
  const shared = `system:serviceaccount:${namespace}:${agent.sharedServiceAccount}`
  const prefix = `system:serviceaccount:${namespace}:${agent.serviceAccountPrefix}`
  const user = 'request.userInfo.username'
  return {
    name: 'kubeletcfg-agent-own-node',
    matching: { resources: ['nodes', 'nodes/status'], operations: ['CREATE', 'UPDATE', 'DELETE'] },
    conditions: [
      { name: 'agents', expression: `${user} == ${literal(shared)} || ${user}.startsWith(${literal(prefix)})` },
    ],
    variables: [
      {
        name: 'claimed',
        expression: `has(request.userInfo.extra) && ${claim} in request.userInfo.extra ? request.userInfo.extra[${claim}][0] : ''`,
      },
      {
        name: 'named',
        expression: `${user}.startsWith(${literal(prefix)}) ? ${user}.substring(${prefix.length}) : variables.claimed`,
      },
      ...both('annotations', (one) => `has(${one}.metadata.annotations) ? ${one}.metadata.annotations : {}`),
      ...both('labels', (one) => `has(${one}.metadata.labels) ? ${one}.metadata.labels : {}`),
      ...both('finalizers', (one) => `has(${one}.metadata.finalizers) ? ${one}.metadata.finalizers : []`),
      ...both('status', (one) => `has(${one}.status) ? dyn(${one}.status) : dyn({})`),
      ...['old', 'new'].map((age) => ({
        name: `${age}Conditions`,
        expression: `'conditions' in variables.${age}Status ? variables.${age}Status.conditions : []`,
      })),
      { name: 'ours', expression: `variables.newConditions.filter(c, c.type == ${type})` },
    ],
    checks: [
      { expression: `request.operation == 'UPDATE'`, message: 'an agent neither creates nor deletes a Node' },
      {
        expression: `request.name == variables.named && (variables.claimed == '' || request.name == variables.claimed)`,
        message: 'an agent changes its own Node only',
      },
      {
        expression: "request.operation != 'UPDATE' || dyn(object).spec == dyn(oldObject).spec",
        message: 'an agent does not change the spec of its Node',
      },
      {
        expression:
          "request.operation != 'UPDATE' || variables.newLabels == variables.oldLabels && variables.newFinalizers == variables.oldFinalizers",
        message: 'an agent changes neither labels nor finalizers of its Node',
      },
      {
        expression: `request.operation != 'UPDATE' || ${sameKeys('Annotations', status)}`,
        message: `an agent changes the annotation ${agent.annotation.status} only`,
      },
      {
        expression: `request.operation != 'UPDATE' || ${sameKeys('Status', literal('conditions'))}`,
        message: 'an agent changes nothing of the status of its Node but a condition',
      },
      {
        expression: `request.operation != 'UPDATE' || variables.newConditions.filter(c, c.type != ${type}) == variables.oldConditions.filter(c, c.type != ${type})`,
        message: `an agent changes the condition ${agent.condition} only`,
      },
      {
        expression: `variables.ours.all(c, c.status in ['True', 'False', 'Unknown'] && has(c.reason) && size(c.reason) > 0 && (!has(c.message) || size(c.message) <= ${longestMessage}))`,
        message: `the condition ${agent.condition} has a status, a reason, and a message of at most ${longestMessage} characters`,
      },
      {
        expression: `!(${status} in variables.newAnnotations) || size(variables.newAnnotations[${status}]) <= ${longest.report}`,
        message: `the annotation ${agent.annotation.status} has at most ${longest.report} characters`,
      },
    ],
  }
}

/** A variable of the object as it was, and one of it as it will be: empty where there is none. */
function both(what: string, expressionOf: (object: string) => string) {
  const name = `${what[0]?.toUpperCase()}${what.slice(1)}`
  const empty = what === 'finalizers' ? '[]' : what === 'status' ? 'dyn({})' : '{}'
  return [
    { name: `old${name}`, expression: `oldObject == null ? ${empty} : (${expressionOf('oldObject')})` },
    { name: `new${name}`, expression: `object == null ? ${empty} : (${expressionOf('object')})` },
  ]
}

/** Both have the same entries, except this one. */
function sameKeys(what: string, except: string): string {
  const [old, now] = [`variables.old${what}`, `variables.new${what}`]
  return `${now}.all(k, k == ${except} || k in ${old} && ${now}[k] == ${old}[k]) && ${old}.all(k, k == ${except} || k in ${now})`
}
