import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { defaultGames, readAll } from './default-catalogue.ts'

describe('reading a catalogue', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function read(text: string) {
    const path = join(folder, 'games.tsv')
    await writeFile(path, text)
    return readAll(path)
  }

  it('reads all rows of the default catalogue with rank, aliases and platform ids', () => {
    assert.equal(defaultGames.length, 21_370)
    assert.deepEqual(defaultGames[2], {
      id: 3,
      name: 'Grand Theft Auto V',
      slug: 'grand-theft-auto-v',
      rank: 3,
      aliases: ['gta 5', 'gta v', 'gta5', 'gtav', 'gta'],
      platformIds: { twitch: '32982' },
    })
    assert.equal(defaultGames.at(-1)?.rank, null)
    assert.equal(new Set(defaultGames.map(({ slug }) => slug)).size, defaultGames.length)
  })

  it('needs only id, name and slug, in any order, with either line ending', async () => {
    const bare = { rank: null, aliases: [], platformIds: {} }
    assert.deepEqual(await read('name\tid\tslug\r\nÉclair\t7\teclair\r\n\r\nTwo\t8\ttwo'), [
      { id: 7, name: 'Éclair', slug: 'eclair', ...bare },
      { id: 8, name: 'Two', slug: 'two', ...bare },
    ])
    const [first] = await read('id\tname\tslug\tkick_id\ttwitch_id\n1\tOne\tone\t15\t509658\n')
    assert.deepEqual(first?.platformIds, { kick: '15', twitch: '509658' })
  })

  it('names file, line and reason for a broken row', async () => {
    const header = 'id\tname\tslug\trank\n1\tOne\tone\t\n'
    await assert.rejects(read(`${header}2\tTwo\n`), /games\.tsv, line 3: 2 columns instead of 4/)
    await assert.rejects(read(`${header}x\tTwo\ttwo\t\n`), /line 3: id must be a whole number from 1, not "x"/)
    await assert.rejects(read(`${header}2\tTwo\ttwo\t1.5\n`), /line 3: rank must be a whole number/)
    await assert.rejects(read(`${header}2\t \ttwo\t\n`), /line 3: the name is empty/)
    await assert.rejects(read(`${header}2\tTwo\t\t\n`), /line 3: the slug is empty/)
    await assert.rejects(read(`${header}1\tTwo\ttwo\t\n`), /line 3: id 1 is used twice/)
    await assert.rejects(read('id\ttitle\n1\tOne\n'), /line 1: the header has no column name, slug/)
    await assert.rejects(read(''), /line 1: the header is missing/)
    assert.throws(() => readAll(join(folder, 'absent.tsv')), /ENOENT/)
  })
})
