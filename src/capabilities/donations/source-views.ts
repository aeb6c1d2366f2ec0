import type { ShownState } from '../../definitions/connection-state.ts'
import type { Text } from '../../kernel/text/message.ts'
import { isWebhookProvider, type Provider, providerOf, type WebhookProvider } from './contract/donation-providers.ts'
import { donationSetups } from './contract/donation-setups.ts'
import type { DonationSockets } from './donation-sockets.ts'
import { donationErrors } from './messages.ts'
import type { DonationSource } from './source-rows.ts'

/** A source as the panel shows it. */
export interface SourceView {
  readonly provider: Provider
  readonly isConfigured: boolean
  readonly state: ShownState
  /** When the next attempt begins, while the connection is lost. */
  readonly until: number | null
  readonly webhookUrl: string | null
  readonly lastEventAt: number | null
  readonly lastError: { readonly message: Text; readonly at: number } | undefined
}

type SourceKey = Pick<DonationSource, 'channelId' | 'provider'>

export type SourceViews = ReturnType<typeof createSourceViews>

/** How the sources stand: by their sockets, by the last delivery, and by webhook calls that were refused. */
export function createSourceViews(needs: {
  sockets: Pick<DonationSockets, 'statusOf'>
  hookUrl: (provider: WebhookProvider, hook: string) => string
}) {
  const { sockets, hookUrl } = needs
  /** Webhook calls with a wrong secret: kept in memory only, since unauthenticated clients must not cause writes. */
  const refusals = new Map<string, number>()

  return {
    /** A webhook call with a wrong secret came. */
    noteRefusal: (source: SourceKey, at: number): void => void refusals.set(keyOf(source), at),

    /** The secret is right, or another one was entered. */
    forgetRefusal: (source: SourceKey): void => void refusals.delete(keyOf(source)),

    viewOf(provider: Provider, source: DonationSource | undefined): SourceView {
      const isConfigured = source?.secret !== undefined
      const webhookUrl = source !== undefined && isWebhookProvider(provider) ? hookUrl(provider, source.hook) : null
      const known = { provider, isConfigured, webhookUrl, until: null, lastEventAt: source?.lastEventAt ?? null }
      if (source === undefined || !isConfigured) return { ...known, state: 'off', lastError: undefined }
      if (!isWebhookProvider(provider)) {
        const { connection, lastError } = sockets.statusOf(source.channelId, provider)
        return { ...known, state: connection.state, until: connection.until, lastError }
      }
      const refusedAt = refusals.get(keyOf(source))
      const secret = donationSetups[provider].secretLabel().toLowerCase()
      const message = donationErrors.otherSecret.of({ secret, provider: providerOf(provider).title })
      const lastError = refusedAt === undefined ? undefined : { message, at: refusedAt }
      if (lastError !== undefined) return { ...known, state: 'failed', lastError }
      return { ...known, state: source.lastEventAt === null ? 'waiting' : 'connected', lastError }
    },
  }
}

function keyOf({ channelId, provider }: SourceKey): string {
  return `${channelId}/${provider}`
}
