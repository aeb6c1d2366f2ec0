import type { PageRoute } from '../../kernel/http/page-route.ts'
import { sendJson } from '../../kernel/http/response.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import { limitPerAddress } from '../../kernel/limits/per-address.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { webhookProviders } from './contract/donation-providers.ts'
import type { DonationSources } from './donation-sources.ts'

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
