import { webhookProviders } from '../../contract/donation-providers.ts'
import { Failure } from '../../contract/failures.ts'
import type { DonationSources } from '../../features/donation-sources/donation-sources.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { limitPerAddress } from '../../limits/per-address.ts'
import { sendJson } from '../response.ts'
import type { PageRoute } from '../server.ts'

/** More than a donation provider sends. */
const callsPerMinute = 240

/** Webhooks of donation providers: each source has its own address. */
export function createDonationHooks({ sources, limiter }: { sources: DonationSources; limiter: Limiter }): PageRoute[] {
  return webhookProviders.map((provider) => {
    const prefix = `/webhooks/${provider}/`
    return {
      method: 'POST',
      path: `${prefix}*`,
      async handle(req, res, { url, address, requestId }) {
        const { allowed, resetSeconds } = await limiter.take(limitPerAddress('donation hook', address), callsPerMinute)
        if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds })
        await sources.receive(provider, url.pathname.slice(prefix.length), req.headers, await req.readBody())
        sendJson(res, 200, '{"success":true}', requestId)
      },
    }
  })
}
