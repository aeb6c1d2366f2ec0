import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { OwnLines } from '../own-lines.ts'
import type { PlatformAccount, PlatformEvent, PlatformFeed, PlatformUser } from '../platform.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import { ownerOf } from './broadcasts.ts'
import { type ChatAction, type ChatPage, chatActionIn } from './chat.external.ts'
import type { MissedSuperChats } from './missed-super-chats.ts'
import type { YouTubeTiming } from './timing.ts'

/** The first page of a chat contains older messages. Commands older than this are not run. */
const longestDelayMs = 60_000
/** The maximum age of other missed events. */
const longestNewsMs = 10 * 60_000
/** Tolerance for clock differences and delivery time. */
const leniencyMs = 5_000
const remembered = 5_000

export interface ReporterNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly tokens: Tokens
  readonly ownLines: OwnLines
  readonly feed: PlatformFeed
  readonly timing: YouTubeTiming
}

/** Converts chat pages to events: each event once, without those from before the listener started. */
export function createReporter(
  account: PlatformAccount,
  needs: ReporterNeeds & { readonly missed: MissedSuperChats; readonly signal: AbortSignal },
) {
  const { clock, log, tokens, ownLines, feed, timing, missed, signal } = needs
  const { channelId, accountId } = account
  const reported = new Set<string>()
  const givers = new Map<string, PlatformUser>()
  const combos = new Map<string, { event: PlatformEvent; timer: NodeJS.Timeout }>()
  let caughtUpAt = clock.now()
  let isFirstPage = true
  let botId: string | undefined

  async function report(event: PlatformEvent): Promise<void> {
    if (event.user === undefined) return feed(account, event)
    const isOurs = event.user.id === accountId || event.user.id === botId
    const user = event.user.id === botId ? { ...event.user, isBot: true } : event.user
    const isOwn = event.kind === 'chat' && isOurs && (await ownLines.include(channelId, event.id))
    await feed(account, isOwn ? { ...event, user, isOwn } : { ...event, user })
  }

  function send(event: PlatformEvent): void {
    if (reported.has(event.id)) return
    keep(reported, event.id)
    report(event).catch((error: unknown) => log.error('could not process an event of YouTube', { channelId, error }))
  }

  /** The count of a repeated gift grows; it is reported when it has stopped growing. */
  function wait(event: PlatformEvent): void {
    if (reported.has(event.id)) return
    clearTimeout(combos.get(event.id)?.timer)
    const timer = setTimeout(() => {
      combos.delete(event.id)
      send(event)
    }, timing.comboMs)
    timer.unref()
    combos.set(event.id, { event, timer })
  }

  function isLate({ kind, at, event }: ChatAction): boolean {
    const now = clock.now()
    if (kind === 'event' && event.kind === 'chat') return at < Math.max(caughtUpAt - leniencyMs, now - longestDelayMs)
    return now - at > longestNewsMs
  }

  function receive(action: ChatAction): void {
    if (action.kind === 'giver') {
      if (givers.size >= remembered) givers.clear()
      givers.set(action.id, action.user)
    }
    if (isFirstPage && isLate(action)) return
    const { kind, event, at } = action
    if (kind === 'combo') wait(event)
    else if (!missed.isKnown(event, at, isFirstPage)) send(event)
    missed.note(kind === 'combo' ? undefined : event, at, signal)
  }

  return {
    /** Call before a page of a chat; `isFirst` for the first page. */
    async begin(isFirst: boolean): Promise<void> {
      isFirstPage = isFirst
      botId = (await tokens.findAccount(ownerOf(account, 'bot')))?.accountId
    },

    /** Marks that no event was missed until now. */
    caughtUp(): void {
      caughtUpAt = clock.now()
    },

    take({ items }: ChatPage): void {
      for (const item of items) {
        try {
          const action = chatActionIn(item, { now: clock.now(), giverOf: (id) => givers.get(id) })
          if (action !== undefined) receive(action)
        } catch (error) {
          log.warn('YouTube sent a chat item that cannot be read', { channelId, error })
        }
      }
      isFirstPage = false
      caughtUpAt = clock.now()
    },

    stop(): void {
      for (const { timer } of combos.values()) clearTimeout(timer)
    },
  }
}

function keep(set: Set<string>, id: string): void {
  const [oldest] = set
  if (set.size >= remembered && oldest !== undefined) set.delete(oldest)
  set.add(id)
}
