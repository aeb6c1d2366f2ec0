import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { loadGameIndex } from '../../../src/capabilities/stream/game-search/load-game-index.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { gameFilesOf } from './game-files-of.ts'

const header = 'id\tname\tslug\trank\taliases\tkick_id\n'
const rows = '1\tMoon Farm\tmoon-farm\t1\tmoonie\t77\n2\tЛуна\tluna\t2\t\t\n3\tSun Quest II\tsun-quest-ii\t\t\t\n'

describe('the index file of the games', () => {
  const { path: folder, remove } = createTemporaryFolder()
  after(remove)
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const { signal } = new AbortController()
  let place = { catalogue: '', index: '' }
  let count = 0

  beforeEach(async () => {
    lines.length = 0
    mkdirSync(join(folder, `${count}`))
    place = await gameFilesOf(join(folder, `${count++}`), header + rows)
  })

  const load = () => loadGameIndex(place, { log, signal })
  const filesBeside = () => readdirSync(dirname(place.index)).sort()

  it('has everything that is searched, and nothing is built where it can be used', async () => {
    const before = readFileSync(place.index)
    const index = await load()
    const best = (query: string) => index.search({ query, limit: 1, minSimilarity: 60 }).games[0]?.game
    assert.equal(best('moonie')?.name, 'Moon Farm')
    assert.equal(best('sun quest 2')?.name, 'Sun Quest II')
    assert.equal(best('sq2')?.name, 'Sun Quest II')
    assert.equal(best('лун')?.name, 'Луна')
    assert.equal(index.findByKickId('77')?.id, 1)
    assert.deepEqual(index.findById(1), {
      id: 1,
      name: 'Moon Farm',
      slug: 'moon-farm',
      rank: 1,
      aliases: ['moonie'],
      platformIds: { kick: '77' },
    })
    assert.deepEqual(lines, [])
    assert.deepEqual(readFileSync(place.index), before)
  })

  it('is not used for another catalogue: it is replaced, which one line says', async () => {
    writeFileSync(place.catalogue, `${header}9\tStar Club\tstar-club\t1\t\t\n`)
    const index = await load()
    assert.equal(index.findById(9)?.name, 'Star Club')
    assert.equal(index.findByName('Moon Farm'), undefined)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /the index of games is built again.*the file is of another catalogue/)
    lines.length = 0
    assert.equal((await load()).findById(9)?.name, 'Star Club')
    assert.deepEqual(lines, [], 'the next start uses the new file')
    assert.deepEqual(filesBeside(), ['games.index', 'games.tsv'])
  })

  const damages: readonly (readonly [name: string, damage: (path: string) => void])[] = [
    ['with a changed byte', (path) => writeFileSync(path, withChangedByte(readFileSync(path)))],
    ['that ends early', (path) => truncateSync(path, readFileSync(path).length - 1)],
    ['that is empty', (path) => truncateSync(path, 0)],
    ['that is something else', (path) => writeFileSync(path, 'hello\nworld\n')],
  ]
  for (const [name, damage] of damages) {
    it(`is replaced where it is one ${name}, which one line says`, async () => {
      const whole = readFileSync(place.index)
      damage(place.index)
      assert.equal((await load()).findByName('moon farm')?.id, 1)
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /the index of games is built again.*the file is damaged/)
      assert.deepEqual(readFileSync(place.index), whole)
      assert.deepEqual(filesBeside(), ['games.index', 'games.tsv'])
    })
  }

  it('is replaced once and whole when several servers find it damaged at the same time', async () => {
    const whole = readFileSync(place.index)
    truncateSync(place.index, 100)
    const all = await Promise.all([load(), load(), load()])
    for (const index of all) assert.equal(index.findByName('sun quest ii')?.id, 3)
    assert.deepEqual(readFileSync(place.index), whole)
    assert.deepEqual(filesBeside(), ['games.index', 'games.tsv'])
  })

  it('is not needed: without one the games are found, and none is left in the source', async () => {
    place = { ...place, index: join(dirname(place.index), 'none.index') }
    assert.equal((await load()).findByName('moon farm')?.id, 1)
    assert.deepEqual(lines, [])
    assert.deepEqual(filesBeside(), ['games.index', 'games.tsv'])
  })

  it('does without a place to write: the games are found from what was built', async () => {
    // A folder in the place of the file can neither be read nor replaced, whoever runs the test.
    place = { ...place, index: dirname(place.index) }
    assert.equal((await load()).findByName('moon farm')?.id, 1)
    assert.match(lines.join(''), /the index of games is built again/)
    assert.deepEqual(
      filesBeside().filter((name) => name.endsWith('.part')),
      [],
    )
  })

  it('says which line of the catalogue is wrong where it has to be built', async () => {
    writeFileSync(place.catalogue, `${header}x\tStar Club\tstar-club\t1\t\t\n`)
    await assert.rejects(load(), /games\.tsv, line 2: id must be a whole number/)
  })

  it('is not waited for when the server closes', async () => {
    const closing = new AbortController()
    truncateSync(place.index, 100)
    const loading = loadGameIndex(place, { log, signal: closing.signal })
    closing.abort()
    await assert.rejects(loading, { reason: 'stopped' })
  })
})

function withChangedByte(bytes: Buffer): Buffer {
  const at = bytes.length - 10
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}
