import { Failure } from '../../kernel/operation/contract/failures.ts'
import { asObject } from '../calls/json-fields.ts'
import { platformMessages } from '../messages.ts'
import type { AccountOwner } from '../services/services.ts'
import type { Renew } from '../sign-in/grant.ts'
import type { AccountToken } from '../sign-in/stored-tokens.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import { type ChatPage, pageIn } from './chat.external.ts'
import { ChatEnded, failureOf, isQuotaExceeded } from './errors.external.ts'
import { createJsonArrayParser } from './json-array-parser.ts'
import { feedUnits } from './quota-costs.external.ts'
import type { QuotaCounter } from './quota-counter.ts'
import { readScope } from './sign-in.external.ts'

const maxRefusalLength = 64 * 1024

/** The server has no streaming endpoint; a retry does not help. */
export class NoStream extends Error {}

export type ChatStream = ReturnType<typeof createChatStream>

/** Reads the chat over a long-lived HTTP response, which YouTube may end at any time. */
export function createChatStream(needs: {
  streamUrl: string
  tokens: Tokens
  renew: Renew
  quota: QuotaCounter
  openMs: number
}) {
  const { streamUrl, tokens, renew, quota, openMs } = needs

  async function open(
    token: AccountToken,
    from: { chatId: string; pageToken: string | undefined },
    signal: AbortSignal,
  ) {
    const url = new URL(`${streamUrl}/liveChat/messages/stream`)
    url.searchParams.set('liveChatId', from.chatId)
    url.searchParams.set('part', 'id,snippet,authorDetails')
    if (from.pageToken !== undefined) url.searchParams.set('pageToken', from.pageToken)
    await quota.spend({ units: feedUnits, purpose: 'feed' })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('timed out')), openMs)
    try {
      const headers = { Authorization: `Bearer ${token.accessToken}`, Accept: 'application/json' }
      return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.any([signal, late.signal]) })
    } catch {
      // An error of `fetch` may quote the token.
      signal.throwIfAborted()
      throw new Failure('platform_unavailable', { message: platformMessages.unreachable.of({ service: 'YouTube' }) })
    } finally {
      clearTimeout(timer)
    }
  }

  async function openWithPass(owner: AccountOwner, from: Parameters<typeof open>[1], signal: AbortSignal) {
    const token = await tokens.get(owner, [readScope], renew, signal)
    const response = await open(token, from, signal)
    if (response.status !== 401) return response
    await response.body?.cancel()
    const renewed = await tokens.renew(owner, token, renew, signal)
    const again = await open(renewed, from, signal)
    if (again.status === 401) throw await tokens.giveUp(owner, renewed)
    return again
  }

  /** A stream may still end with an error object. */
  async function readPage(owner: AccountOwner, piece: unknown): Promise<ChatPage> {
    if (asObject(piece).error === undefined) return pageIn(piece)
    throw isQuotaExceeded(piece) ? await quota.exhaust() : failureOf(owner, piece)
  }

  async function refusalOf(owner: AccountOwner, response: Response): Promise<Error> {
    const { status } = response
    const body = parse((await response.text()).slice(0, maxRefusalLength))
    if (isQuotaExceeded(body)) return quota.exhaust()
    if (status >= 500 || status === 429) {
      return new Failure('platform_unavailable', {
        message: platformMessages.serverError.of({ service: 'YouTube', status }),
      })
    }
    const known = body === undefined ? undefined : failureOf(owner, body)
    // A 404 may mean a missing chat or a missing endpoint.
    if (known === undefined || (status === 404 && known instanceof Failure)) return new NoStream(`status ${status}`)
    return known
  }

  return {
    /** Resolves when YouTube ends the stream; throws for an error. */
    async listen(
      owner: AccountOwner,
      from: { chatId: string; pageToken: string | undefined },
      receive: (page: ChatPage) => void,
      signal: AbortSignal,
    ): Promise<void> {
      const response = await openWithPass(owner, from, signal)
      if (!response.ok) throw await refusalOf(owner, response)
      const parseItems = createJsonArrayParser()
      const decoder = new TextDecoder()
      try {
        for await (const chunk of response.body ?? []) {
          for (const piece of parseItems(decoder.decode(chunk, { stream: true }))) receive(await readPage(owner, piece))
        }
      } catch (cause) {
        signal.throwIfAborted()
        if (cause instanceof Failure || cause instanceof ChatEnded) throw cause
        // A broken connection is treated like a normal end: the caller reconnects at the last page token.
        if (cause instanceof TypeError) return
        throw new Failure('platform_unavailable', {
          message: platformMessages.unexpectedAnswer.of({ service: 'YouTube' }),
          cause: new Error(cause instanceof Error ? cause.message : 'unreadable'),
        })
      }
    },
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // The streaming endpoint wraps errors in an array.
    return Array.isArray(value) ? value[0] : value
  } catch {
    return undefined
  }
}
