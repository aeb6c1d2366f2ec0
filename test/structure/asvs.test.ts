import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/project/asvs.md'), 'utf8')

/** The requirements of ASVS 5.0 on level 1 and 2, by section: those of level 1, a bar, those of level 2. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '| 1 2',
  '1.2': '1 2 3 4 5 | 6 7 8 9',
  '1.3': '1 2 | 3 4 5 6 7 8 9 10 11',
  '1.4': '| 1 2 3',
  '1.5': '1 | 2',
  '2.1': '1 | 2 3',
  '2.2': '1 2 | 3',
  '2.3': '1 | 2 3 4',
  '2.4': '| 1',
  '3.2': '1 2 |',
  '3.3': '1 | 2 3 4',
  '3.4': '1 2 | 3 4 5 6',
  '3.5': '1 2 3 | 4 5',
  '3.7': '| 1 2',
  '4.1': '1 | 2 3',
  '4.2': '| 1',
  '4.3': '| 1 2',
  '4.4': '1 | 2 3 4',
  '5.1': '| 1',
  '5.2': '1 2 | 3',
  '5.3': '1 2 |',
  '5.4': '| 1 2 3',
  '6.1': '1 | 2 3',
  '6.2': '1 2 3 4 5 6 7 8 | 9 10 11 12',
  '6.3': '1 2 | 3 4',
  '6.4': '1 2 | 3 4',
  '6.5': '| 1 2 3 4 5',
  '6.6': '| 1 2 3',
  '6.8': '| 1 2 3 4',
  '7.1': '| 1 2 3',
  '7.2': '1 2 3 4 |',
  '7.3': '| 1 2',
  '7.4': '1 2 | 3 4 5',
  '7.5': '| 1 2',
  '7.6': '| 1 2',
  '8.1': '1 | 2',
  '8.2': '1 2 | 3',
  '8.3': '1 |',
  '8.4': '| 1',
  '9.1': '1 2 3 |',
  '9.2': '1 | 2 3 4',
  '10.1': '| 1 2',
  '10.2': '| 1 2',
  '10.3': '| 1 2 3 4',
  '10.4': '1 2 3 4 5 | 6 7 8 9 10 11',
  '10.5': '| 1 2 3 4 5',
  '10.6': '| 1 2',
  '10.7': '| 1 2 3',
  '11.1': '| 1 2',
  '11.2': '| 1 2 3',
  '11.3': '1 2 | 3',
  '11.4': '1 | 2 3 4',
  '11.5': '| 1',
  '11.6': '| 1',
  '12.1': '1 | 2 3',
  '12.2': '1 2 |',
  '12.3': '| 1 2 3 4',
  '13.1': '| 1',
  '13.2': '| 1 2 3 4 5',
  '13.3': '| 1 2',
  '13.4': '1 | 2 3 4 5',
  '14.1': '| 1 2',
  '14.2': '1 | 2 3 4',
  '14.3': '1 | 2 3',
  '15.1': '1 | 2 3',
  '15.2': '1 | 2 3',
  '15.3': '1 | 2 3 4 5 6 7',
  '16.1': '| 1',
  '16.2': '| 1 2 3 4 5',
  '16.3': '| 1 2 3 4',
  '16.4': '| 1 2 3',
  '16.5': '| 1 2 3',
  '17.1': '| 1',
  '17.2': '| 1 2 3 4',
  '17.3': '| 1 2',
}

const levels = new Map<string, number>()
for (const [section, items] of Object.entries(sections)) {
  for (const [index, part] of items.split('|').entries()) {
    for (const item of part.trim().split(' ')) if (item !== '') levels.set(`${section}.${item}`, index + 1)
  }
}

const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
const notApplicable = text
  .split('\n')
  .filter((line) => line.startsWith('Not applicable:'))
  .flatMap((line) => [...line.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([item]) => item))
const verdicts = ['met', 'operator', 'partly', 'not met']
const testName = /`(test\/[\w/.-]+\.test\.ts)` “([^”]+)”/g

describe('docs/project/asvs.md', () => {
  it('has every requirement of level 1 and 2 once, with its level', () => {
    const written = [...rows.map(([item = '']) => item), ...notApplicable]
    assert.deepEqual(
      [...levels.keys()].filter((item) => !written.includes(item)),
      [],
      'missing',
    )
    assert.deepEqual(
      written.filter((item, index) => !levels.has(item) || written.indexOf(item) !== index),
      [],
      'unknown or twice',
    )
    for (const [item = '', level] of rows) assert.equal(Number(level), levels.get(item), item)
  })

  it('gives every requirement that applies a verdict, and every one that is met a test or a page', () => {
    for (const [item = '', , , verdict = '', how = ''] of rows) {
      assert.ok(verdicts.includes(verdict), `${item}: ${verdict}`)
      assert.ok(how.length > 15, `${item} says how`)
      if (verdict === 'met') assert.match(how, /`test\/|\]\(/, `${item} names a test or a page`)
    }
  })

  it('names tests that exist, by file and title', () => {
    const named = [...text.matchAll(testName)]
    assert.ok(named.length > 100)
    assert.equal(named.length, text.match(/`test\/[^`]*\.test\.ts`/g)?.length, 'every file stands with a title')
    for (const [, file = '', title = ''] of named) {
      const path = join(root, file)
      assert.ok(existsSync(path), file)
      const isThere = ["'", '`'].some((quote) =>
        readFileSync(path, 'utf8').replace(/\(\s+/g, '(').includes(`(${quote}${title}${quote}`),
      )
      assert.ok(isThere, `${file} has no test “${title}”`)
    }
  })

  it('counts its verdicts right', () => {
    for (const verdict of verdicts) {
      const count = rows.filter(([, , , one]) => one === verdict).length
      assert.match(text, new RegExp(`\\| ${verdict} \\| ${count} \\|`), `${verdict}: ${count}`)
    }
    assert.match(text, new RegExp(`\\| not applicable \\| ${notApplicable.length} \\|`), String(notApplicable.length))
  })
})
