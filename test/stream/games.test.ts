import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { GameFiles } from '../../src/capabilities/stream/game-search/load-game-index.ts'
import { createGames } from '../../src/capabilities/stream/games.ts'
import { createClosing } from '../../src/kernel/closing.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { Database } from '../../src/kernel/storage/database.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { gameFilesOf } from './game-search/game-files-of.ts'

runsOn('sqlite', 'postgres')

describe('the games', () => {
  const folder = createTemporaryFolder()
  let database: TestDatabase
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  let db: Database
  before(async () => {
    database = await openTestDatabase((error) => lines.push(String(error)))
    db = database.db
  })
  after(async () => {
    await database.remove()
    folder.remove()
  })

  const { onClose, closeAll } = createClosing()
  after(() => closeAll(0))
  const open = (files: GameFiles, more: { readonly waitMs?: number } = {}) =>
    createGames({ db, log, onClose, files, ...more })
  const gamesWith = async (rows: string) => {
    const place = mkdtempSync(join(folder.path, 'games-'))
    return open(await gameFilesOf(place, `id\tname\tslug\trank\ttwitch_id\tkick_id\taliases\n${rows}`))
  }
  const shipped = '1\tMoon Farm\tmoon-farm\t1\t77\t\tmoonie\n2\tSun Quest\tsun-quest\t2\t\t555\t\n'

  const kick = { name: 'kick', platform: 'kick' } as const
  const sandbox = { name: 'sandbox', platform: 'kick' } as const
  const twitch = { name: 'twitch', platform: 'twitch' } as const

  it('show a platform id that the catalogue knows', async () => {
    const games = await gamesWith(shipped)
    assert.equal(games.publicId(await games.getByName('sun quest'), kick), 555)
    assert.equal((await games.getByPublicId(555, kick)).name, 'Sun Quest')
    assert.equal(games.publicId(await games.getByName('moon farm'), undefined), 1_000_000_001)
    assert.equal(games.platformId(await games.getByName('moonie'), twitch), '77')
  })

  it('keep what was learnt, also over a restart and a catalogue that counts anew', async () => {
    const games = await gamesWith(shipped)
    const moon = await games.getByName('moon farm')
    await db.write((tx) => games.learn(tx, moon, kick, '31'))
    assert.equal(games.publicId(moon, kick), 31)
    assert.equal((await games.getByPublicId(31, kick)).name, 'Moon Farm')
    assert.deepEqual(await games.publicIdsOf('Moon Farm', kick), [31, 1_000_000_001])

    const restarted = await gamesWith(shipped)
    assert.equal((await restarted.getByPublicId(31, kick)).name, 'Moon Farm')
    assert.equal(restarted.platformId(await restarted.getByName('moon farm'), twitch), '77')

    const renumbered = await gamesWith('1\tSun Quest\tsun-quest\t1\t\t\t\n8\tMoon Farm\tmoon-farm\t2\t\t\t\n')
    assert.equal((await renumbered.getByPublicId(31, kick)).name, 'Moon Farm')
    assert.equal(renumbered.publicId(await renumbered.getByName('sun quest'), kick), 1_000_000_001)
  })

  it('never take an id of the sandbox for one of the real platform', async () => {
    const games = await gamesWith(shipped)
    const moon = await games.getByName('moon farm')
    await db.write((tx) => games.learn(tx, moon, sandbox, '900'))
    for (const same of [games, await gamesWith(shipped)]) {
      const game = await same.getByName('moon farm')
      assert.deepEqual([same.platformId(game, sandbox), same.platformId(game, kick)], ['900', '31'])
      await assert.rejects(same.getByPublicId(900, kick), { code: 'category_not_found' })
      await assert.rejects(same.getByPublicId(31, sandbox), { code: 'category_not_found' })
    }
  })

  it('forget what a transaction that failed had learnt', async () => {
    const games = await gamesWith(shipped)
    const sun = await games.getByName('sun quest')
    const failing = db.write(async (tx) => {
      await games.learn(tx, sun, twitch, '99')
      throw new Error('no')
    })
    await assert.rejects(failing)
    assert.equal(games.platformId(sun, twitch), undefined)
  })

  it('take categories of the operator, at once and after a restart', async () => {
    const games = await gamesWith(shipped)
    const own = await games.addCategory({
      name: 'Tuesday Club Röyale',
      aliases: ['tcr'],
      platformIds: { kick: '4321' },
    })
    assert.equal(own.slug, 'tuesday-club-royale')
    assert.equal(games.publicId(own, kick), 4321)
    for (const same of [games, await gamesWith(shipped)]) {
      assert.equal((await same.getByName('tuesday club royale')).name, 'Tuesday Club Röyale')
      assert.equal((await same.getByPublicId(4321, kick)).name, 'Tuesday Club Röyale')
    }
    const other = await games.addCategory({ name: 'Wednesday Club' })
    assert.equal((await games.getByPublicId(games.publicId(other, kick), kick)).name, 'Wednesday Club')
    await assert.rejects(games.addCategory({ name: 'MOON FARM' }), { code: 'invalid_parameter' })
    await assert.rejects(games.addCategory({ name: 'wednesday club' }), { code: 'invalid_parameter' })
  })

  it('are still there when the catalogue is not', async () => {
    const games = open({ catalogue: join(folder.path, 'none.tsv'), index: join(folder.path, 'none.index') })
    assert.equal((await games.getByName('wednesday club')).name, 'Wednesday Club')
    await assert.rejects(games.getByName('minecraft'), { code: 'category_not_found' })
    assert.match(lines.join(''), /the catalogue of games cannot be read/)
  })

  it('are refused as overloaded, not waited for, while their index takes longer than a call may', async () => {
    // Whoever opens a pipe waits until somebody writes.
    const files = await gameFilesOf(folder.path, 'id\tname\tslug\n1\tMoon Farm\tmoon-farm\n')
    rmSync(files.index)
    execFileSync('mkfifo', [files.index])
    const games = open(files, { waitMs: 20 })
    const calls = [
      games.search({ query: 'moon', limit: 1, minSimilarity: 0 }),
      games.getByName('moon farm'),
      games.getByPublicId(555, kick),
      games.publicIdsOf('Moon Farm', kick),
    ]
    for (const call of calls) await assert.rejects(call, { code: 'overloaded' })
    await writeFile(files.index, '')
    await eventually('the games to be found', async () =>
      games.getByName('moon farm').then(
        ({ name }) => name === 'Moon Farm',
        () => false,
      ),
    )
  })
})
