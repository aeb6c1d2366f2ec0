import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createLogOutput } from '../../src/kernel/log-output.ts'
import { eventually } from '../eventually.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

describe('the output of the log', () => {
  const { path: folder, remove } = createTemporaryFolder()
  after(remove)
  const script = pathToFileURL(join(folder, 'dist/server/serve-1.mjs')).href
  before(() => {
    mkdirSync(join(folder, 'dist/server'), { recursive: true })
    // Line 1: column 1 is src/one.ts:1:1, column 5 src/two.ts:3:3, column 7 nothing. Line 3: column 3 is src/two.ts:2:3.
    const map = { version: 3, sources: ['../../src/one.ts', '../../src/two.ts'], mappings: 'AAAA,ICEE,E;;EADA' }
    writeFileSync(join(folder, 'dist/server/serve-1.mjs.map'), JSON.stringify(map))
  })
  const source = (place: string) =>
    `${pathToFileURL(join(folder, 'src', place.split(':')[0] ?? '')).href}${place.slice(6)}`

  it('names files and lines of the source in stack traces, and keeps the order of the lines', async () => {
    const printed: string[] = []
    const print = createLogOutput((text) => printed.push(text))
    print('first\n')
    assert.deepEqual(printed, ['first\n'], 'a line without a stack trace is printed at once')
    print(`at f (${script}:1:1) at g (${script}:1:6) at h (${script}:3:4) ${script}:1:9 ${script}:2:1\n`)
    print('last\n')
    assert.deepEqual(printed, ['first\n'])
    await eventually('the lines of the source', () => printed.join('').includes('last'))
    const [one, two, three] = ['one.ts:1:1', 'two.ts:3:3', 'two.ts:2:3'].map(source)
    assert.equal(
      printed.join(''),
      `first\nat f (${one}) at g (${two}) at h (${three}) ${script}:1:9 ${script}:2:1\nlast\n`,
    )
    print('at once again\n')
    assert.equal(printed.at(-1), 'at once again\n')
  })

  it('asks once for all lines that came meanwhile, and never for lines without a place in the bundle', async () => {
    const asked: string[] = []
    const answers: (() => void)[] = []
    const printed: string[] = []
    const print = createLogOutput(
      (text) => printed.push(text),
      (text) => {
        asked.push(text)
        return new Promise((resolve) => answers.push(() => resolve(text.toUpperCase())))
      },
    )
    print('at file:///srv/src/main.ts:1:1\n')
    for (const name of ['a', 'b', 'c']) print(`${name} /dist/server/${name}.mjs:1:1\n`)
    assert.deepEqual(asked, ['a /dist/server/a.mjs:1:1\n'])
    answers.shift()?.()
    await eventually('the next question', () => asked.length === 2)
    assert.equal(asked[1], 'b /dist/server/b.mjs:1:1\nc /dist/server/c.mjs:1:1\n')
    answers.shift()?.()
    await eventually('all lines', () => printed.length === 3)
    assert.equal(printed[1], 'A /DIST/SERVER/A.MJS:1:1\n')
  })

  it('prints the lines as they are where the lines of the source cannot be found', async () => {
    const printed: string[] = []
    const print = createLogOutput(
      (text) => printed.push(text),
      () => Promise.reject(new Error('no thread')),
    )
    print('/dist/server/a.mjs:1:1\n')
    await eventually('the line', () => printed.length === 1)
    assert.deepEqual(printed, ['/dist/server/a.mjs:1:1\n'])
  })

  it('loses nothing when the process exits meanwhile', () => {
    const output = new URL('../../src/kernel/log-output.ts', import.meta.url).href
    const program = `import { createLogOutput } from '${output}'
      const print = createLogOutput((text) => process.stdout.write(text))
      print('/dist/server/a.mjs:1:1\\n')
      print('last\\n')
      process.exit()`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    assert.equal(said, '/dist/server/a.mjs:1:1\nlast\n')
  })
})
