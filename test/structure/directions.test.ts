import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './import-graph.ts'

/** Stylesheets of what is shown in the language of its reader. The documentation is English, the overlay a picture. */
const stylesheets = globSync(
  [
    'panel/src/**/*.css',
    'deck/assets/*.css',
    'extension/*.css',
    'src/kernel/http/assets/*.css',
    'src/platforms/sandbox/page/*.css',
  ],
  { cwd: root },
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'panel/src/docs/docs.css')

/** Places in a picture, which has a left and a right whatever the language is: its element has `dir="ltr"`. */
const pictures = new Set(['panel/src/pages/overlay/overlay.css'])

const physical = [
  /^\s*(?:margin|padding|border)-(?:left|right)\b/,
  /^\s*border-(?:top|bottom)-(?:left|right)-radius:/,
  /^\s*(?:left|right): (?!50%;)/,
  /^\s*text-align: (?:left|right)/,
  /^\s*float: (?:left|right)/,
]

describe('stylesheets', () => {
  it('name the sides of a line by start and end, so that they hold in both directions', () => {
    const found = stylesheets
      .filter((file) => !pictures.has(file))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, index) => (isPhysical(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
      )
    assert.ok(stylesheets.length > 20)
    assert.deepEqual(found, [])
  })

  it('are found by the check: single sides, and four values with different sides', () => {
    const bad = ['  margin-left: 2px;', '  right: 0;', '  padding: 1px 2px 3px 4px;', '  text-align: right;']
    const good = ['  margin-inline-start: 2px;', '  left: 50%;', '  padding: 1px 2px 3px 2px;', '  padding: 1px 2px;']
    assert.deepEqual(
      bad.filter((line) => !isPhysical(line)),
      [],
    )
    assert.deepEqual(good.filter(isPhysical), [])
  })
})

function isPhysical(line: string): boolean {
  if (physical.some((pattern) => pattern.test(line))) return true
  const [, values = ''] = /^\s*(?:margin|padding|inset): ([^;]*);$/.exec(line) ?? []
  const [, right, , left] = values.match(/(?:[^\s(]+(?:\([^)]*\))?)+/g) ?? []
  return left !== undefined && right !== left && !line.includes('safe-area')
}
