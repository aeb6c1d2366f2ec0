import type { PageRoute } from '../../../kernel/http/page-route.ts'
import { sendJson } from '../../../kernel/http/response.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import type { Services } from '../../../platforms/services/service-registry.ts'
import { services as allServices } from '../../../platforms/services/services.ts'
import { type RoundTripProof, roundTripHeader } from '../../kick-reach/round-trip-proof.ts'
import { setupOf } from '../../service-setups/contract/service-setups.ts'

/**
 * Webhooks of platforms. Deliveries with an invalid signature are refused; valid ones are answered once stored. A request
 * that this server sent to its own public address is answered with a proof that it arrived here.
 */
export function createWebhookPages(services: Services, proof: RoundTripProof): PageRoute[] {
  const receiving = allServices.filter((name) => setupOf(name).steps.some(({ address }) => address === 'webhook'))
  return receiving.map((service) => ({
    method: 'POST',
    path: `/webhooks/${service}`,
    async handle(req, res, { requestId }) {
      const { webhook } = services.find(service) ?? {}
      if (webhook === undefined) throw new Failure('not_found')
      const body = await req.readBody()
      const { [roundTripHeader]: asked, host = '' } = req.headers
      if (asked === undefined) {
        await webhook.receive(req.headers, body)
        return sendJson(res, 200, '{"success":true}', requestId)
      }
      // A request of HTTP/1.0 may come without a name.
      const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
      const answer = proof.answer(String(asked), hostname)
      if (answer === undefined) throw new Failure('invalid_signature')
      sendJson(res, 200, JSON.stringify({ success: true, answer, host: hostname }), requestId)
    },
  }))
}
