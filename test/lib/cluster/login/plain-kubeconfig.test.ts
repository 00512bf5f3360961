import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { parsePlain } from '../../../../src/lib/cluster/login/kubeconfig-parse.ts'

const byKubectl = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==
    insecure-skip-tls-verify: true
    server: https://10.0.0.1:6443
  name: kubernetes
contexts:
- context:
    cluster: kubernetes
    namespace: ""
    user: kubernetes-admin
  name: kubernetes-admin@kubernetes
current-context: kubernetes-admin@kubernetes
kind: Config
preferences: {}
users:
- name: kubernetes-admin
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      args: null
      command: get-token
      provideClusterInfo: false
    token: abc.def
`

describe('a kubeconfig is read without the yaml package', () => {
  test.each([
    ['as kubectl writes it', byKubectl],
    ['in JSON', JSON.stringify(parse(byKubectl), undefined, 2)],
    ['with comments and quotes', `# admin\n---\nkind: "Config" # v1\nusers:\n  - name: 'a b'\n    user: {}\n`],
    ['with a key that JavaScript knows', 'constructor: {}\ntoString: x\n'],
  ])('%s', (_, text) => {
    expect(parsePlain(text)).toEqual(parse(text))
  })
})

describe('the yaml package is used', () => {
  test.each([
    ['for a key that is there twice', 'kind: Config\nkind: Config\n'],
    ['for words that YAML 1.1 and 1.2 read differently', 'name: yes\n'],
    ['for numbers in other notations', 'token: 0x10\n'],
    ['for anchors', 'a: &b\n  c: d\n'],
    ['for flow collections', '{ kind: Config, users: [] }\n'],
    ['for an error', 'kind: [Config\n'],
    ['for JSON with an error', '{"kind": }'],
    ['for an empty file', ''],
  ])('%s', (_, text) => {
    expect(parsePlain(text)).toBeUndefined()
  })
})
