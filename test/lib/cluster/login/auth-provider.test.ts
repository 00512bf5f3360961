import { expect, test } from '@jest/globals'
import { connect } from '../../../../src/lib/connect/connect.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { patient } from '../http/rest-to.ts'

test('an auth provider that has nothing to give is a matter of the kubeconfig', async () => {
  await using server = await startApiServer(() => ({ body: {} }), { tls: selfSigned() })
  const kubeconfig = await server.kubeconfig({ 'auth-provider': { name: 'gcp', config: {} } })
  const { access } = await connect({ kubeconfig, userAgent: 'test' })
  await expect(access.serverVersion(patient)).rejects.toMatchObject({
    code: 'usage',
    fact: { reason: 'AuthProviderFailed', provider: 'gcp' },
  })
})
