import { Failure } from '../../contract/failures.ts'
import { setupOf } from '../../contract/service-setups.ts'
import type { Services } from '../../platforms/service-registry.ts'
import { services as allServices } from '../../platforms/services.ts'
import { sendJson } from '../response.ts'
import type { PageRoute } from '../server.ts'

/** Webhooks of platforms. Deliveries with an invalid signature are refused; valid ones are answered once stored. */
export function createWebhookPages(services: Services): PageRoute[] {
  const receiving = allServices.filter((name) => setupOf(name).steps.some(({ address }) => address === 'webhook'))
  return receiving.map((service) => ({
    method: 'POST',
    path: `/webhooks/${service}`,
    async handle(req, res, { requestId }) {
      const { webhook } = services.find(service) ?? {}
      if (webhook === undefined) throw new Failure('not_found')
      await webhook.receive(req.headers, await req.readBody())
      sendJson(res, 200, '{"success":true}', requestId)
    },
  }))
}
