import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Board, createRanking } from '../../../src/capabilities/viewers/ranking.ts'
import { type Database, sql } from '../../../src/kernel/storage/database.ts'
import { isSlow, runsOn, testEngine } from '../../declare.ts'
import { openTestDatabase, type TestDatabase } from '../../open-test-database.ts'
import * as fc from '../../tools/fast-check.ts'

runsOn('sqlite', 'postgres')
isSlow('thousands of made-up histories')

const insertViewer = sql<ReturnType<typeof viewerRow>>(
  `INSERT INTO viewers (channel_id, id, seniority, platform, platform_user_id, username, name_key, displayname, is_bot, created_at)
   VALUES (:channel, :id, :seniority, 'kick', :userId, :name, :name, :displayname, :isBot, 0)`,
)
const setPoints = sql<{ channel: number; id: number; score: number }>(
  'UPDATE viewers SET points = :score WHERE channel_id = :channel AND id = :id',
)
const setMinutes = sql<{ channel: number; id: number; score: number }>(
  'UPDATE viewers SET watch_minutes = :score WHERE channel_id = :channel AND id = :id',
)
type Block = { score: number; seniority: number; viewers: number }
const listBlocks = sql<{ channel: number; board: string }, Block>(
  `SELECT first_score AS score, first_seniority AS seniority, viewers FROM ranking_blocks
   WHERE channel_id = :channel AND board = :board ORDER BY first_score DESC, first_seniority DESC`,
)

const maxBlock = 6
const floors = { points: 0, watch: 1 }

type Step =
  | { readonly kind: 'join'; readonly isBot: boolean }
  | { readonly kind: 'score'; readonly who: number; readonly to: number }

/** Few different scores make many ties; the ends of the range are where arithmetic goes wrong. */
const score = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1),
)
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('join' as const),
        isBot: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('score' as const), who: fc.nat(), to: score }) },
  ),
  { maxLength: 160, size: 'max' },
)

describe('a leaderboard', () => {
  let database: TestDatabase
  let db: Database
  let channel = 0

  before(async () => {
    database = await openTestDatabase()
    db = database.db
  })
  after(async () => {
    await database.remove()
  })

  interface Person {
    readonly id: number
    readonly isBot: boolean
    score: number
  }

  /** Does the steps on a channel of its own and answers with the plain list of who has what. */
  async function play(board: Board, ranking: ReturnType<typeof createRanking>, story: readonly Step[]) {
    channel++
    const people: Person[] = []
    const place = (id: number) => ({ channelId: channel, platform: 'kick' as const, viewerId: id })
    await db.write(async (tx) => {
      for (const step of story) {
        if (step.kind === 'join') {
          const person = { id: people.length + 1, isBot: step.isBot, score: 0 }
          people.push(person)
          await tx.run(insertViewer, viewerRow(channel, person.id, person.isBot))
          if (!person.isBot) await ranking.enter(tx, place(person.id), 0)
          continue
        }
        const person = people[step.who % Math.max(people.length, 1)]
        if (person === undefined) continue
        await tx.run(board === 'points' ? setPoints : setMinutes, { channel, id: person.id, score: step.to })
        if (!person.isBot) await ranking.move(tx, place(person.id), person.score, step.to)
        person.score = step.to
      }
    })
    return people
      .filter((person) => !person.isBot && person.score >= floors[board])
      .sort((a, b) => b.score - a.score || a.id - b.id)
  }

  async function assertEqual(board: Board, ranking: ReturnType<typeof createRanking>, sorted: readonly Person[]) {
    assert.equal(await ranking.total(db, channel, 'kick'), sorted.length)
    const offsets = Array.from({ length: sorted.length + 3 }, (_, offset) => offset)
    const asked = [1, 4, 100].flatMap((limit) => offsets.map((offset) => ({ limit, offset })))
    // At once: reads of one turn are sent together, for a fraction of what they take one by one.
    const pages = await Promise.all(asked.map((span) => ranking.page(db, channel, 'kick', span)))
    for (const [at, { limit, offset }] of asked.entries()) {
      assert.deepEqual(
        pages[at]?.map(({ id, points, watch_minutes }) => ({ id, score: board === 'points' ? points : watch_minutes })),
        sorted.slice(offset, offset + limit).map(({ id, score }) => ({ id, score })),
        `offset ${offset}, limit ${limit}`,
      )
    }
    const far = { limit: 100, offset: Number.MAX_SAFE_INTEGER }
    assert.deepEqual(await ranking.page(db, channel, 'kick', far), [])
  }

  /** Each block counts exactly those from its first place down to the next block's. */
  async function assertBlocks(board: Board, sorted: readonly Person[]): Promise<number> {
    const blocks = await db.all(listBlocks, { channel, board })
    const atOrBelow = (person: Person, block: Block) =>
      person.score < block.score || (person.score === block.score && -person.id <= block.seniority)
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1]
      const inside = sorted.filter((one) => atOrBelow(one, block) && (next === undefined || !atOrBelow(one, next)))
      assert.equal(block.viewers, inside.length)
      assert.ok(block.viewers <= maxBlock, `a block of ${block.viewers}`)
    }
    return blocks.length
  }

  for (const board of ['points', 'watch'] as const) {
    it(`by ${board} is at every offset what a plain sort of everybody says`, async () => {
      const ranking = createRanking(board, maxBlock)
      let mostBlocks = 0
      await fc.assert(
        fc.asyncProperty(steps, async (story) => {
          const sorted = await play(board, ranking, story)
          await assertEqual(board, ranking, sorted)
          mostBlocks = Math.max(mostBlocks, await assertBlocks(board, sorted))
        }),
        { numRuns: testEngine === 'sqlite' ? 100 : 25, endOnFailure: true },
      )
      assert.ok(mostBlocks >= 4, `only ${mostBlocks} blocks: nothing was split`)
    })
  }

  it('splits a tie of everybody as well as anything else', async () => {
    const ranking = createRanking('points', maxBlock)
    const joins: Step[] = Array.from({ length: 50 }, () => ({ kind: 'join', isBot: false }))
    const sorted = await play('points', ranking, joins)
    await assertEqual('points', ranking, sorted)
    assert.ok((await assertBlocks('points', sorted)) > 8)
  })

  it('gives up its blocks when everybody moves away', async () => {
    const ranking = createRanking('watch', maxBlock)
    const joins: Step[] = Array.from({ length: 40 }, () => ({ kind: 'join', isBot: false }))
    const rise: Step[] = joins.map((_, who) => ({ kind: 'score', who, to: who + 1 }))
    const fall: Step[] = joins.map((_, who) => ({ kind: 'score', who, to: 0 }))
    const sorted = await play('watch', ranking, [...joins, ...rise, ...fall])
    assert.deepEqual(sorted, [])
    await assertEqual('watch', ranking, sorted)
    assert.equal(await assertBlocks('watch', sorted), 1)
  })

  it('keeps channels apart', async () => {
    const ranking = createRanking('points', maxBlock)
    const story: Step[] = [
      { kind: 'join', isBot: false },
      { kind: 'score', who: 0, to: 5 },
    ]
    await play('points', ranking, story)
    const sorted = await play('points', ranking, [...story, ...story])
    await assertEqual('points', ranking, sorted)
  })
})

function viewerRow(channel: number, id: number, isBot: boolean) {
  const names = { userId: `u${id}`, name: `v${id}`, displayname: `V${id}` }
  return { channel, id, seniority: -id, ...names, isBot: isBot ? 1 : 0 }
}
