import { Failure } from '../../contract/failures.ts'
import type { HeardStream } from '../../contract/listening.ts'
import type { Log } from '../../log.ts'
import type { Hearing } from '../hearing.ts'
import type { PlatformAccount, PlatformConnector, PlatformEvent, PlatformFeed } from '../platform.ts'
import type { StreamNews, TikTokAdapter, Told } from './adapter.ts'
import { createPeople } from './people.ts'

const rememberedIds = 5_000

interface Ear {
  readonly people: ReturnType<typeof createPeople>
  /** Undefined until the adapter has told of it, and when it cannot be heard. */
  stream: StreamNews | undefined
}

/** TikTok, heard through an adapter. There is nothing that other software may do there, so nothing else is here. */
export function createTikTokConnector(needs: {
  adapter: TikTokAdapter
  hearing: Hearing
  feed: PlatformFeed
  log: Log
}): PlatformConnector {
  const { adapter, hearing, feed, log } = needs
  const ears = new Map<number, Ear>()

  function listenTo(account: PlatformAccount): () => void {
    const { channelId, accountId, username } = account
    const ear: Ear = { people: createPeople(), stream: undefined }
    const told = new Set<string>()
    let isAnother = false
    ears.set(channelId, ear)
    hearing.begin(channelId, `${sentence(adapter.title)} is being opened.`)

    function report(event: PlatformEvent): void {
      const key = `${event.kind} ${event.id}`
      if (told.has(key)) return
      const [oldest] = told
      if (told.size >= rememberedIds && oldest !== undefined) told.delete(oldest)
      told.add(key)
      hearing.heard(channelId)
      const isOwn = event.user.id === accountId
      const user = isOwn ? { ...event.user, roles: ['broadcaster'] as const } : event.user
      feed(account, { ...event, user }).catch((error: unknown) => {
        log.error('a report of TikTok was lost', { channelId, error })
      })
    }

    function keep(news: StreamNews | undefined): void {
      ear.stream = news
      hearing.keepStream(channelId, streamIn(news))
    }

    function hear(one: Told): void {
      if (one.kind === 'account') {
        isAnother = one.user.id !== accountId
        if (!isAnother) return
        keep(undefined)
        const words = `${sentence(adapter.title)} tells of ${one.user.username}, but ${username} is connected.`
        hearing.found(channelId, 'trouble', words)
      }
      if (isAnother) return
      if (one.kind === 'stream') keep({ ...ear.stream, ...one.news })
      if (one.kind === 'person') ear.people.see(one.user)
      if (one.kind === 'event') {
        ear.people.see(one.event.user)
        report(one.event)
      }
    }

    const close = adapter.open({
      tell: hear,
      found(state, words) {
        if (state === 'trouble') keep(undefined)
        hearing.found(channelId, state, words)
      },
    })
    return () => {
      close()
      hearing.end(channelId)
      if (ears.get(channelId) === ear) ears.delete(channelId)
    }
  }

  return {
    name: 'tiktok',
    platform: 'tiktok',
    reports: ['chat', 'follow', 'subscription', 'bits'],
    counts: adapter.counts,
    notes: {
      'chat in': `Through ${adapter.title}: TikTok itself has no way.`,
      followers: 'Where the bridge tells them.',
      bits: 'Gifts, counted in diamonds.',
    },

    async findUser({ channelId }, reference, signal) {
      signal.throwIfAborted()
      return 'person' in reference ? undefined : ears.get(channelId)?.people.find(reference)
    },

    async readStream({ channelId }, signal) {
      signal.throwIfAborted()
      const stream = hearing.streamOf(channelId)
      if (stream === undefined) {
        const message = hearing.of(channelId)?.words ?? `${sentence(adapter.title)} is not open.`
        throw new Failure('platform_unavailable', { message })
      }
      return { ...stream, category: { id: '', name: '' } }
    },

    listen: listenTo,
    listening: ({ channelId }) => hearing.of(channelId),
  }
}

function streamIn(news: StreamNews | undefined): HeardStream | undefined {
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

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
