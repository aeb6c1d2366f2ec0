import type { ConnectedService } from '../../platforms/connected-service.ts'
import { sendJson } from '../response.ts'
import type { PageRoute } from '../server.ts'

/** Webhooks of platforms. Deliveries with an invalid signature are refused; valid ones are answered once stored. */
export function createWebhookPages(services: readonly ConnectedService[]): PageRoute[] {
  return services.flatMap(({ webhook }) => {
    if (webhook === undefined) return []
    const route: PageRoute = {
      method: 'POST',
      path: webhook.path,
      async handle(req, res, { requestId }) {
        await webhook.receive(req.headers, await req.readBody())
        sendJson(res, 200, '{"success":true}', requestId)
      },
    }
    return [route]
  })
}
