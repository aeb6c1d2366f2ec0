import type { OnClose } from '../../kernel/closing.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { allChannels } from '../../kernel/storage/sequences.ts'
import type { PlatformConnector } from '../../platforms/platform.ts'
import type { CatalogueGame, SearchHit } from './game-search/catalogue-game.ts'
import type { GameIndex, GameSearch } from './game-search/game-index.ts'
import type { GameFiles } from './game-search/load-game-index.ts'
import { createLearnedIds } from './learned-ids.ts'
import { streamErrors } from './messages.ts'

/** The public id of a category without a known Kick id is its own number plus this, above all Kick ids. */
const firstPlaceholderId = 1_000_000_000
/** Categories added by the operator are numbered from here, far above the shipped ones. */
const firstOwnId = 100_000_000
/** The minimum score for a name to be resolved to a category. */
const minNameScore = 60
/** The delay of the preload after the start. */
const readAfterMs = 1000
/** How long a call waits for the index, which is there within milliseconds unless it is being built. */
const maxWaitMs = 5000

interface CategoryRow {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly aliases: string
  readonly kick_id: string | null
  readonly twitch_id: string | null
}

const listCategories = sql<Record<never, never>, CategoryRow>(
  'SELECT id, name, slug, aliases, kick_id, twitch_id FROM categories ORDER BY id LIMIT 1000000',
)
const insertCategory = sql<{
  id: number
  name: string
  slug: string
  aliases: string
  kickId: string | null
  twitchId: string | null
}>(
  `INSERT INTO categories (id, name, slug, aliases, kick_id, twitch_id)
   VALUES (:id, :name, :slug, :aliases, :kickId, :twitchId)`,
)

export type Game = CatalogueGame
/** The connector whose ids are used: the real platform and the sandbox have different ids. */
export type Via = Pick<PlatformConnector, 'name' | 'platform'>

export interface NewCategory {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly platformIds?: CatalogueGame['platformIds']
}

export type Games = ReturnType<typeof createGames>

/** All categories: the shipped catalogue, those added by the operator, and the platform ids learned at runtime. */
export function createGames({
  db,
  log,
  files,
  onClose,
  waitMs = maxWaitMs,
}: {
  db: Database
  log: Log
  files: GameFiles
  onClose: OnClose
  waitMs?: number
}) {
  /** Kept outside the index, so that new ids are used by the next search without a change to the index. */
  const learnt = createLearnedIds({ db })
  const closing = new AbortController()
  onClose(() => closing.abort())
  const loaded = loadOnce(load)

  async function load(): Promise<GameIndex> {
    const { createGameIndex, isSameName, loadGameIndex } = await loadSearch()
    const { signal } = closing
    const index = await loadGameIndex(files, { log, signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      log.error('the catalogue of games cannot be read', { error })
      return createGameIndex()
    })
    index.add((await db.all(listCategories, {})).map(asGame))
    await learnt.load(({ id, name }) => {
      // A later catalogue may renumber its rows, so learned ids are stored by name.
      const game = index.findById(id)
      return game !== undefined && isSameName(game.name, name) ? game : index.findByName(name)
    })
    return index
  }

  /** Loads the catalogue on first use. After a failure the next call tries again. */
  async function ready(): Promise<GameIndex> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Failure('overloaded', { retryAfterSeconds: 5 })), waitMs)
    try {
      return await Promise.race([loaded(), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  function platformId(game: Game, via: Via): string | undefined {
    const shipped = via.platform === 'kick' || via.platform === 'twitch' ? game.platformIds[via.platform] : undefined
    return learnt.find(via, game.id) ?? shipped
  }

  /** The public id of a category: Kick's id if it is known. */
  function publicId(game: Game, kick: Via | undefined): number {
    const own = Number(kick === undefined ? game.platformIds.kick : platformId(game, kick))
    return Number.isSafeInteger(own) && own > 0 && own < firstPlaceholderId ? own : firstPlaceholderId + game.id
  }

  return {
    publicId,
    platformId,
    learn: learnt.learn,

    /** Loads the catalogue after the start, so that the first search does not wait. */
    readSoon(): void {
      const timer = setTimeout(() => {
        loaded().catch((error: unknown) => {
          if (!closing.signal.aborted) log.error('the games could not be loaded', { error })
        })
      }, readAfterMs)
      timer.unref()
      onClose(() => clearTimeout(timer))
    },

    async search(wanted: GameSearch): Promise<{ total: number; items: SearchHit[] }> {
      const index = await ready()
      const { total, games } = index.search(wanted)
      return { total, items: games }
    },

    async getByPublicId(id: number, kick: Via | undefined): Promise<Game> {
      const index = await ready()
      const learntId = kick && learnt.findGame(kick, String(id))
      const ownId = id > firstPlaceholderId ? id - firstPlaceholderId : learntId
      const game = ownId === undefined ? index.findByKickId(String(id)) : index.findById(ownId)
      if (game === undefined)
        throw new Failure('category_not_found', { message: streamErrors.unknownCategoryId.of({ id }) })
      return game
    },

    async getByName(name: string): Promise<Game> {
      const index = await ready()
      const [best] = index.search({ query: name, limit: 1, minSimilarity: minNameScore }).games
      if (best === undefined) {
        throw new Failure('category_not_found', { message: streamErrors.unknownCategory.of({ name }) })
      }
      return best.game
    },

    /** All public ids of this category, including the one from before its Kick id was known. */
    async publicIdsOf(name: string, kick: Via | undefined): Promise<readonly number[]> {
      const index = await ready()
      const game = index.findByName(name)
      return game === undefined ? [] : [publicId(game, kick), firstPlaceholderId + game.id]
    },

    /** Adds a category that is not in the catalogue. */
    async addCategory({ name, aliases = [], platformIds = {} }: NewCategory): Promise<Game> {
      const index = await ready()
      const taken = index.findByName(name)
      if (taken !== undefined) {
        throw new Failure('invalid_parameter', { message: streamErrors.categoryExists.of({ name: taken.name }) })
      }
      const slug = slugOf(name)
      const game = await db.write(async (tx: Writer): Promise<Game> => {
        const id = firstOwnId - 1 + (await tx.next('category', allChannels))
        const { kick: kickId = null, twitch: twitchId = null } = platformIds
        await tx.run(insertCategory, { id, name, slug, aliases: JSON.stringify(aliases), kickId, twitchId })
        return { id, name, slug, rank: null, aliases, platformIds }
      })
      index.add([game])
      return game
    },
  }
}

/** The search engine, loaded on first use to keep the start fast. */
async function loadSearch() {
  const [{ isSameName }, { createGameIndex }, { loadGameIndex }] = await Promise.all([
    import('./game-search/fold-text.ts'),
    import('./game-search/game-index.ts'),
    import('./game-search/load-game-index.ts'),
  ])
  return { isSameName, createGameIndex, loadGameIndex }
}

function asGame({ id, name, slug, aliases, kick_id, twitch_id }: CategoryRow): Game {
  return {
    id,
    name,
    slug,
    rank: null,
    aliases: JSON.parse(aliases) as string[],
    platformIds: {
      ...(kick_id === null ? {} : { kick: kick_id }),
      ...(twitch_id === null ? {} : { twitch: twitch_id }),
    },
  }
}

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'category'
}
