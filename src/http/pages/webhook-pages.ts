import type { ConnectedService } from '../../platforms/connected-service.ts'
import { sendJson } from '../answer.ts'
import type { PageRoute } from '../server.ts'

/** Where services call us. What is not genuine is refused; what is, is answered once it is written down. */
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
