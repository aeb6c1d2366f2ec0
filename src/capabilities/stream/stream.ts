import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { type Platform, platformDefinitions, platformTitles } from '../../platforms/contract/platforms.ts'
import type { PlatformCategory, StreamState } from '../../platforms/platform.ts'
import { capability, inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import type { Events } from '../events/events.ts'
import type { Game, Games, Via } from './games.ts'
import { streamErrors } from './messages.ts'
import type { ObservedStream } from './observed-stream.ts'

/** The platforms whose title, and whose category, can be changed by API. */
export const titlePlatforms = platformDefinitions.filter(({ allows }) => allows.title).map(({ name }) => name)
export const categoryPlatforms = platformDefinitions.filter(({ allows }) => allows.category).map(({ name }) => name)

export interface WantedChange {
  /** All platforms if absent. */
  readonly platform?: Platform | undefined
  readonly title?: string | undefined
  readonly game?: Game | undefined
}

type TitleOutcome =
  | { readonly done: true; readonly title: string }
  | { readonly done: false; readonly failure: Failure }
type CategoryOutcome =
  | { readonly done: true; readonly game: Game; readonly category: PlatformCategory; readonly via: Via }
  | { readonly done: false; readonly failure: Failure }

/** The result of a change on one platform; parts that were not requested are absent. */
export interface PlatformChange {
  readonly platform: Platform
  readonly title?: TitleOutcome
  readonly category?: CategoryOutcome
}

export type Stream = ReturnType<typeof createStream>

/** Reads and changes title and category of the stream on all platforms. */
export function createStream(needs: {
  platforms: Platforms
  events: Events
  games: Games
  observedStream: ObservedStream
}) {
  const { platforms, events, games, observedStream } = needs

  function read(connection: PlatformConnection, purpose?: 'poll'): Promise<StreamState> {
    return inTime(connection, (signal) => connection.connector.readStream(connection.account, signal, purpose))
  }

  function isLive(connection: PlatformConnection): Promise<boolean> {
    return read(connection).then(
      ({ live }) => live,
      () => false,
    )
  }

  /** The platform reports the change too. Recorded here, with who made it, it is an event once. */
  async function expecting(
    connection: PlatformConnection,
    change: Parameters<ObservedStream['expect']>[2],
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { channelId, platform } = connection.account
    await observedStream.expect(channelId, platform, change)
    try {
      await inTime(connection, work)
    } catch (error) {
      await observedStream.unexpect(channelId, platform, change)
      throw error
    }
  }

  async function setTitle(connection: PlatformConnection, title: string): Promise<TitleOutcome> {
    return outcomeOf(async () => {
      const set = capability(connection, 'setTitle', 'setTitle')
      await expecting(connection, { title }, (signal) => set(connection.account, title, signal))
      return { done: true, title }
    })
  }

  async function setCategory(connection: PlatformConnection, game: Game): Promise<CategoryOutcome> {
    return outcomeOf(async () => {
      const set = capability(connection, 'setCategory', 'setCategory')
      const category = await categoryOn(connection, game)
      await expecting(connection, { category }, (signal) => set(connection.account, category, signal))
      return { done: true, game, category, via: connection.connector }
    })
  }

  /** The platform's category id if it is known; otherwise the platform is asked by name. */
  async function categoryOn(connection: PlatformConnection, game: Game): Promise<PlatformCategory> {
    const id = games.platformId(game, connection.connector)
    if (id !== undefined) return { id, name: game.name }
    const findCategory = capability(connection, 'findCategory', 'lookUpCategories')
    const found = await inTime(connection, (signal) => findCategory(connection.account, game.name, signal))
    if (found !== undefined) return found
    throw new Failure('category_not_found', {
      message: streamErrors.categoryNotOnPlatform.of({
        service: platformTitles[connection.account.platform],
        name: game.name,
      }),
    })
  }

  return {
    read,

    /** The Kick connector, whose category ids are the public ones. */
    async kickOf(channel: Channel): Promise<Via | undefined> {
      return (await platforms.find(channel.id, 'kick'))?.connector
    },

    /** One platform's stream, and which platforms are live. A platform that does not respond counts as offline. */
    async status(channel: Channel, platform: Platform) {
      const asked = await platforms.get(channel.id, platform)
      const others = (await platforms.connected(channel.id)).filter(({ account }) => account.platform !== platform)
      const [state, ...live] = await Promise.all([read(asked), ...others.map(isLive)])
      const liveOn = new Set(others.flatMap(({ account }, index) => (live[index] ? account.platform : [])))
      if (state.live) liveOn.add(platform)
      return { account: asked.account, state, liveOn }
    },

    /** The state after a change, of Kick if it was changed, otherwise of the first changed platform. */
    async after(channel: Channel, changes: readonly PlatformChange[]) {
      const changed = changes.filter(isChanged)
      const shown = changed.find(({ platform }) => platform === 'kick') ?? changed[0]
      const connection = shown && (await platforms.find(channel.id, shown.platform))
      const state = connection && (await read(connection).catch(() => undefined))
      // The change was made even if the platform does not respond to this read.
      return {
        title: state?.title ?? (shown?.title?.done ? shown.title.title : ''),
        category: state?.category.name ?? (shown?.category?.done ? shown.category.category.name : ''),
        viewerCount: state?.live ? state.viewerCount : 0,
        followerCount: state?.followerCount ?? 0,
      }
    },

    /** Changes all platforms at once. Throws only if no platform could be changed. */
    async change(channel: Channel, { platform, title, game }: WantedChange): Promise<PlatformChange[]> {
      const eligible = title === undefined ? categoryPlatforms : titlePlatforms
      const connections =
        platform === undefined
          ? await platforms.connected(channel.id, eligible)
          : [await platforms.get(channel.id, platform)]
      if (connections.length === 0) {
        const wanted = eligible.map((one) => platformTitles[one]).join(', ')
        throw new Failure('platform_not_connected', { message: streamErrors.noneConnected.of({ accounts: wanted }) })
      }
      const changes = await Promise.all(
        connections.map(async (connection): Promise<PlatformChange> => {
          const on = connection.account.platform
          const takesGame = platform !== undefined || hasCategories(on)
          const [titleOutcome, categoryOutcome] = await Promise.all([
            title === undefined ? undefined : setTitle(connection, title),
            game === undefined || !takesGame ? undefined : setCategory(connection, game),
          ])
          return {
            platform: on,
            ...(titleOutcome && { title: titleOutcome }),
            ...(categoryOutcome && { category: categoryOutcome }),
          }
        }),
      )
      requireAny(changes)
      return changes
    },

    /** Records a change, and the category ids learned from it. */
    async note(tx: Writer, caller: Caller, changes: readonly PlatformChange[]): Promise<void> {
      for (const { platform, title, category } of changes) {
        if (title?.done) {
          await events.appendNew(tx, caller, { kind: 'stream.title-changed', platform, data: { title: title.title } })
          await observedStream.note(tx, caller.channel.id, platform, { title: title.title })
        }
        if (category?.done) {
          const { id, name } = category.category
          const data = { category: name, categoryId: id }
          await events.appendNew(tx, caller, { kind: 'stream.category-changed', platform, data })
          await observedStream.note(tx, caller.channel.id, platform, { category: category.category })
          const { game, via } = category
          if (games.platformId(game, via) !== id) await games.learn(tx, game, via, id)
        }
      }
    },
  }
}

export function failureOf({ title, category }: PlatformChange): Failure | undefined {
  if (title?.done === false) return title.failure
  return category?.done === false ? category.failure : undefined
}

async function outcomeOf<T>(action: () => Promise<T>): Promise<T | { done: false; failure: Failure }> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof Failure) return { done: false, failure: error }
    throw error
  }
}

function isChanged({ title, category }: PlatformChange): boolean {
  return title?.done === true || category?.done === true
}

/** One success is enough. Without any, the failure of the first platform is thrown. */
function requireAny(changes: readonly PlatformChange[]): void {
  if (changes.some(isChanged)) return
  const failures = changes.flatMap((change) => failureOf(change) ?? [])
  const [first] = failures
  if (first === undefined) return
  throw new Failure(first.code, {
    message: first.text,
    cause: first.cause,
    retryAfterSeconds: first.retryAfterSeconds,
    mayHaveHappened: failures.some(({ mayHaveHappened }) => mayHaveHappened),
  })
}

function hasCategories(platform: Platform): boolean {
  return platform === 'kick' || platform === 'twitch'
}
