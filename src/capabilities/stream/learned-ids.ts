import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

interface LearntRow {
  readonly connector: string
  readonly platform: Platform
  readonly category_id: number
  readonly name: string
  readonly platform_id: string
}

const listIds = sql<Record<never, never>, LearntRow>(
  'SELECT connector, platform, category_id, name, platform_id FROM category_ids LIMIT 1000000',
)
const upsertId = sql<{ connector: string; platform: string; game: number; name: string; id: string }>(
  `INSERT INTO category_ids (connector, platform, category_id, name, platform_id)
   VALUES (:connector, :platform, :game, :name, :id)
   ON CONFLICT (connector, platform, category_id) DO UPDATE SET name = excluded.name,
     platform_id = excluded.platform_id`,
)

interface Via {
  readonly name: string
  readonly platform: Platform
}
interface NamedGame {
  readonly id: number
  readonly name: string
}

/** The platforms' ids of categories, stored when a platform was first asked for the name. */
export function createLearnedIds({ db }: { db: Database }) {
  const byConnector = new Map<string, { idOf: Map<number, string>; gameOf: Map<string, number> }>()

  function keep({ name, platform }: Via, game: number, id: string): void {
    const key = `${name} ${platform}`
    const known = byConnector.get(key) ?? { idOf: new Map(), gameOf: new Map() }
    byConnector.set(key, known)
    known.idOf.set(game, id)
    known.gameOf.set(id, game)
  }

  return {
    async load(resolve: (game: NamedGame) => NamedGame | undefined): Promise<void> {
      for (const { connector, platform, category_id, name, platform_id } of await db.all(listIds, {})) {
        const game = resolve({ id: category_id, name })
        if (game !== undefined) keep({ name: connector, platform }, game.id, platform_id)
      }
    },

    find({ name, platform }: Via, game: number): string | undefined {
      return byConnector.get(`${name} ${platform}`)?.idOf.get(game)
    },

    findGame({ name, platform }: Via, id: string): number | undefined {
      return byConnector.get(`${name} ${platform}`)?.gameOf.get(id)
    },

    /** Cached after the commit, so that the platform is not asked again. */
    async learn(tx: Writer, game: NamedGame, via: Via, id: string): Promise<void> {
      const { name: connector, platform } = via
      await tx.run(upsertId, { connector, platform, game: game.id, name: game.name, id })
      tx.onCommit(() => keep(via, game.id, id))
    },
  }
}
