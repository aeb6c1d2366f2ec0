import { Failure } from '../../contract/failures.ts'
import { type RoundTripProof, roundTripHeader } from '../../features/tunnel/round-trip-proof.ts'
import type { ConnectedService } from '../../platforms/connected-service.ts'
import { sendJson } from '../response.ts'
import type { PageRoute } from '../server.ts'

/**
 * Webhooks of platforms. Deliveries with an invalid signature are refused; valid ones are answered once stored. A request
 * that this server sent to its own public address is answered with a proof that it arrived here.
 */
export function createWebhookPages(services: readonly ConnectedService[], proof: RoundTripProof): PageRoute[] {
  return services.flatMap(({ webhook }) => {
    if (webhook === undefined) return []
    const route: PageRoute = {
      method: 'POST',
      path: webhook.path,
      async handle(req, res, { requestId }) {
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
    }
    return [route]
  })
}
