import { Failure, type FailureCode } from '../../kernel/operation/contract/failures.ts'
import { message, type Text } from '../../kernel/text/message.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import type { ClipExtension } from '../../platforms/clip-extension.ts'
import type { ClipFailureReason, ClipResult } from './contract/extension-messages.ts'
import { extensionErrors } from './messages.ts'

/** Kick's maximum title length. */
const maxTitleLength = 50
const pairingPlace = message('errors.extension.place', 'in the panel under Settings, Platforms')

interface WantedClip {
  readonly channel: string
  readonly title: string
  readonly seconds: number
}

/** Kick has no API for clips, so the extension in the broadcaster's browser creates them. */
export function createClipExtension(needs: {
  isConnected: (channelId: number) => boolean
  /** Undefined if no browser is connected. */
  ask: (channelId: number, wanted: WantedClip) => Promise<ClipResult | undefined>
}): ClipExtension {
  return {
    isConnected: needs.isConnected,

    /** Every request has its own timeout, in the browser too, so the caller's signal is not needed. */
    async clip(channelId, { slug, title, seconds }) {
      const wanted = { channel: slug, seconds, title: [...title].slice(0, maxTitleLength).join('') }
      const result = await needs.ask(channelId, wanted)
      if (result === undefined) throw extensionAway()
      if (result.ok) return { url: result.url }
      throw failureOf(result.reason, slug, result.detail)
    },
  }
}

function extensionAway(): Failure {
  return new Failure('extension_not_connected', {
    message: extensionErrors.away.of({ place: pairingPlace }),
  })
}

const codes: Readonly<Record<ClipFailureReason, FailureCode>> = {
  no_tab: 'platform_unavailable',
  signed_out: 'platform_reauth_required',
  not_live: 'stream_offline',
  page_changed: 'platform_unavailable',
  rate_limited: 'platform_unavailable',
  refused: 'platform_refused',
  timed_out: 'platform_unavailable',
}

function failureOf(reason: ClipFailureReason, slug: string, detail: string): Failure {
  const because = detail === '' ? '' : extensionErrors.because.of({ detail: readText(detail) })
  const sentences: Readonly<Record<ClipFailureReason, Text>> = {
    no_tab: extensionErrors.noTab.of({ slug }),
    signed_out: extensionErrors.signedOut.of(),
    not_live: extensionErrors.notLive.of(),
    page_changed: extensionErrors.pageChanged.of({ because, place: pairingPlace }),
    rate_limited: extensionErrors.rateLimited.of(),
    refused: extensionErrors.refused.of({ because }),
    timed_out: extensionErrors.timedOut.of({ because }),
  }
  return new Failure(codes[reason], {
    message: sentences[reason],
    mayHaveHappened: reason === 'timed_out',
    ...(reason === 'rate_limited' && { retryAfterSeconds: 60 }),
  })
}
