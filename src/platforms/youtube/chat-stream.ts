import { Failure } from '../../contract/failures.ts'
import { asObject } from '../json-fields.ts'
import type { AccountOwner } from '../services.ts'
import type { Pass, Renew, Tokens } from '../tokens.ts'
import { type ChatPage, pageIn } from './chat.external.ts'
import { ChatEnded, failureOf, isOutOfUnits } from './errors.external.ts'
import { createJsonArrayParser } from './json-array-parser.ts'
import { feedUnits } from './quota-costs.external.ts'
import type { QuotaCounter } from './quota-counter.ts'
import { readScope } from './sign-in.external.ts'

const maxRefusalLength = 64 * 1024

/** There is no such thing where we asked, which another try would not change. */
export class NoStream extends Error {}

export type ChatStream = ReturnType<typeof createChatStream>

/** The chat over a connection that YouTube keeps open and closes when it likes. */
export function createChatStream(needs: {
  streamUrl: string
  tokens: Tokens
  renew: Renew
  quota: QuotaCounter
  openMs: number
}) {
  const { streamUrl, tokens, renew, quota, openMs } = needs

  async function open(pass: Pass, from: { chatId: string; pageToken: string | undefined }, signal: AbortSignal) {
    const url = new URL(`${streamUrl}/liveChat/messages/stream`)
    url.searchParams.set('liveChatId', from.chatId)
    url.searchParams.set('part', 'id,snippet,authorDetails')
    if (from.pageToken !== undefined) url.searchParams.set('pageToken', from.pageToken)
    await quota.spend({ units: feedUnits, purpose: 'feed' })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), openMs)
    try {
      const headers = { Authorization: `Bearer ${pass.accessToken}`, Accept: 'application/json' }
      return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.any([signal, late.signal]) })
    } catch {
      // What fetch says may quote the token.
      signal.throwIfAborted()
      throw new Failure('platform_unavailable', { message: 'YouTube could not be reached.' })
    } finally {
      clearTimeout(timer)
    }
  }

  async function openWithPass(owner: AccountOwner, from: Parameters<typeof open>[1], signal: AbortSignal) {
    const pass = await tokens.get(owner, [readScope], renew, signal)
    const response = await open(pass, from, signal)
    if (response.status !== 401) return response
    await response.body?.cancel()
    const again = await open(await tokens.renew(owner, pass, renew, signal), from, signal)
    if (again.status === 401) throw await tokens.giveUp(owner)
    return again
  }

  /** A stream that was begun well may still end with a refusal. */
  async function readPage(owner: AccountOwner, piece: unknown): Promise<ChatPage> {
    if (asObject(piece).error === undefined) return pageIn(piece)
    throw isOutOfUnits(piece) ? await quota.exhaust() : failureOf(owner, piece)
  }

  async function refusalOf(owner: AccountOwner, response: Response): Promise<Error> {
    const { status } = response
    const body = parse((await response.text()).slice(0, maxRefusalLength))
    if (isOutOfUnits(body)) return quota.exhaust()
    if (status >= 500 || status === 429) {
      return new Failure('platform_unavailable', { message: `YouTube is in trouble (status ${status}).` })
    }
    const known = body === undefined ? undefined : failureOf(owner, body)
    // A 404 may be about the chat, or about the address as a whole.
    if (known === undefined || (status === 404 && known instanceof Failure)) return new NoStream(`status ${status}`)
    return known
  }

  return {
    /** Ends when YouTube ends it; throws when it says no. */
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
        // A line that goes dead is an end like any other: it is opened again where it was.
        if (cause instanceof TypeError) return
        throw new Failure('platform_unavailable', {
          message: 'YouTube answered with something unexpected.',
          cause: new Error(cause instanceof Error ? cause.message : 'unreadable'),
        })
      }
    },
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // An answer in the manner of the stream is a list.
    return Array.isArray(value) ? value[0] : value
  } catch {
    return undefined
  }
}
