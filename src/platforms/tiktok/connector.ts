import type { ReportedStream } from '../../definitions/listening.ts'
import type { Ids } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { findListenerMark } from '../listener-marks.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformAccount, PlatformConnector, PlatformFeed, ViewerEvent } from '../platform.ts'
import type { AdapterReport, StreamUpdate, TikTokAdapter } from './adapter.ts'
import { createLikeCounter, type LikeMark } from './like-counter.ts'
import { tiktokMessages } from './messages.ts'
import { createPeople } from './people.ts'

const rememberedIds = 5_000
const likesName = 'likes'

interface Listener {
  readonly people: ReturnType<typeof createPeople>
  /** Undefined until the adapter has reported it, and while the adapter is disconnected. */
  stream: StreamUpdate | undefined
}

/** TikTok, through an adapter. Read-only, because TikTok does not let other software do anything. */
export function createTikTokConnector(needs: {
  adapter: TikTokAdapter
  listenerStatus: ListenerStatus
  feed: PlatformFeed
  log: Log
  db: Database
  ids: Ids
  likesMs: number
}): PlatformConnector {
  const { adapter, listenerStatus, feed, log, db, ids, likesMs } = needs
  const listeners = new Map<number, Listener>()

  function listenTo(account: PlatformAccount): () => void {
    const { channelId, accountId, username } = account
    const listener: Listener = { people: createPeople(), stream: undefined }
    const reported = new Set<string>()
    let isAnother = false
    listeners.set(channelId, listener)
    listenerStatus.begin(channelId, tiktokMessages.connecting.of({ adapter: adapter.titleAtStart }))

    function report(event: ViewerEvent): void {
      const key = `${event.kind} ${event.id}`
      if (reported.has(key)) return
      const [oldest] = reported
      if (reported.size >= rememberedIds && oldest !== undefined) reported.delete(oldest)
      reported.add(key)
      listenerStatus.noteReceived(channelId)
      const { id, username: name, roles } = event.user
      // An adapter may not know the account's number; the name is as unique.
      const isOwn = id === accountId || nameKey(name) === nameKey(username) || roles?.includes('broadcaster') === true
      const user = isOwn ? { ...event.user, roles: ['broadcaster'] as const } : event.user
      feed(account, { ...event, user }).catch((error: unknown) => {
        log.error('could not process an event of TikTok', { channelId, error })
      })
    }

    const likes = createLikeCounter({
      everyMs: likesMs,
      async findMark() {
        const stored = await findListenerMark(db, account, likesName)
        return stored === undefined ? undefined : (JSON.parse(stored) as LikeMark)
      },
      report({ count, people, mark }) {
        // With a mark, likes that were stored before a crash have the same id.
        const id = mark === undefined ? ids.next('likes') : `${mark.room}:${mark.total}`
        const totals = mark && { total: mark.total, mark: { name: likesName, value: JSON.stringify(mark) } }
        const user = { id: accountId, username, displayname: account.displayname }
        return feed(account, { kind: 'likes', id, user, count, people, ...totals })
      },
      onError: (error) => log.warn('could not store likes of TikTok', { channelId, error }),
    })

    /** A bridge does not number streams; when one began tells it from the others. */
    function roomOf(): string | undefined {
      const { startedAt } = listener.stream ?? {}
      return startedAt === undefined ? undefined : `since ${startedAt}`
    }

    function keep(news: StreamUpdate | undefined): void {
      listener.stream = news
      listenerStatus.keepStream(channelId, streamIn(news))
    }

    function receive(one: AdapterReport): void {
      if (one.kind === 'account') {
        isAnother = one.user.id !== accountId
        if (!isAnother) return
        keep(undefined)
        const accounts = { reported: one.user.username, connected: username }
        const message = tiktokMessages.otherAccount.of({ adapter: adapter.titleAtStart, ...accounts })
        listenerStatus.update(channelId, 'failed', message)
      }
      if (isAnother) return
      if (one.kind === 'stream') keep({ ...listener.stream, ...one.news })
      if (one.kind === 'person' || one.kind === 'likes') listener.people.see(one.user)
      if (one.kind === 'likes') likes.take({ userId: one.user.id, ...one.likes, room: one.likes.room ?? roomOf() })
      if (one.kind === 'event') {
        listener.people.see(one.event.user)
        report(one.event)
      }
    }

    const close = adapter.open({
      report: receive,
      setStatus({ state, message, until, missing }) {
        // The adapter works, but for somebody else: what was said about that stays.
        if (isAnother && state === 'connected') return
        if (state !== 'connected') keep(undefined)
        listenerStatus.update(channelId, state, message, { until, missing })
      },
    })
    return () => {
      close()
      likes.close()
      listenerStatus.end(channelId)
      if (listeners.get(channelId) === listener) listeners.delete(channelId)
    }
  }

  return {
    name: 'tiktok',
    platform: 'tiktok',
    reports: ['chat', 'follow', 'subscription', 'bits', 'likes', 'share', 'super-fan'],
    chatParts: ['emotes', 'badges'],
    counts: adapter.counts,
    notes: {
      'chat in': tiktokMessages.chatNote.of({ adapter: adapter.title }),
      'stream events': tiktokMessages.streamNote.of(),
      followers: tiktokMessages.followersNote.of(),
      bits: tiktokMessages.giftsNote.of(),
      likes: tiktokMessages.likesNote.of(),
      emotes: tiktokMessages.partsNote.of(),
      badges: tiktokMessages.partsNote.of(),
    },

    async findUser({ channelId }, reference, signal) {
      signal.throwIfAborted()
      return 'person' in reference ? undefined : listeners.get(channelId)?.people.find(reference)
    },

    async readStream({ channelId }, signal) {
      signal.throwIfAborted()
      const stream = listenerStatus.streamOf(channelId)
      if (stream === undefined) {
        const message =
          listenerStatus.of(channelId)?.message ?? tiktokMessages.notConnected.of({ adapter: adapter.titleAtStart })
        throw new Failure('platform_unavailable', { message })
      }
      return { ...stream, category: { id: '', name: '' } }
    },

    listen: listenTo,
    listening: ({ channelId }) => listenerStatus.of(channelId),
  }
}

function streamIn(news: StreamUpdate | undefined): ReportedStream | undefined {
  if (news?.live === undefined) return undefined
  const { live, title = '', viewers = 0, followers = 0, startedAt = null } = news
  return {
    live,
    title,
    viewerCount: live ? viewers : 0,
    followerCount: followers,
    startedAt: live ? startedAt : null,
  }
}
