import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { targets } from '../../panel/src/pages/console/copy-as.ts'
import { createSdkFiles } from '../../scripts/sdk-source.ts'
import { describeOperations } from '../../src/api-description/describe-operations.ts'
import { operations } from '../../src/operations.ts'
import { createNames, namings } from '../../src/registry/names.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { installSdk } from './package-folder.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the SDK', () => {
  const folder = createTemporaryFolder()
  before(() => installSdk(folder.path))
  after(() => folder.remove())

  it('is what `npm run sdk` makes of the operations as they are now', () => {
    for (const [name, text] of createSdkFiles(operations, publishedEvents))
      assert.equal(read(`sdk/${name}`), text, `sdk/${name} is not current: npm run sdk`)
  })

  it('needs nothing but the platform of the web', () => {
    for (const name of [
      'client.ts',
      'error.ts',
      'events.ts',
      'failure-code.ts',
      'shared-types.ts',
      'showcaller.ts',
      'brand.ts',
    ]) {
      const imports = [...read(`sdk/${name}`).matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? '')
      assert.deepEqual(
        imports.filter((from) => !from.startsWith('./')),
        [],
      )
    }
  })

  it('as published takes good calls and refuses bad ones, for a user without the types of Node', () => {
    const program = read('test/sdk/user-program.ts')
    const source = '../../sdk/showcaller.ts'
    assert.ok(program.includes(source))
    writeFileSync(join(folder.path, 'program.ts'), program.replace(source, 'showcaller/sdk'))
    writeFileSync(join(folder.path, 'brand.ts'), "export { Showcaller } from 'showcaller/sdk/brand'\n")
    for (const source of ['sdk', 'examples']) {
      const from = fileURLToPath(new URL(`../../${source}`, import.meta.url))
      cpSync(from, join(folder.path, source), { recursive: true })
    }
    writeFileSync(join(folder.path, 'page.ts'), codeIn('docs/sdk.md'))
    for (const [name, text] of snippets()) writeFileSync(join(folder.path, name), text)
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions: userSettings }))
    compile(folder.path)
  })

  it('works from CommonJS, in JavaScript and TypeScript', () => {
    const program = `const { Showcaller, ShowcallerError } = require('showcaller/sdk')
const brand = require('showcaller/sdk/brand')
const show = new Showcaller({ url: 'http://127.0.0.1:1', key: 'sc_test_x', retry: false })
new brand.Showcaller({ url: 'http://127.0.0.1:1', key: 'sc_test_x' })
show.startSong().catch((error) => console.log(error instanceof ShowcallerError, error.code))
`
    writeFileSync(join(folder.path, 'program.cjs'), program)
    const { stdout, stderr } = spawnSync(process.execPath, ['program.cjs'], { cwd: folder.path, encoding: 'utf8' })
    assert.equal(stdout, 'true no_answer\n', stderr)
    const typed = createTemporaryFolder()
    try {
      installSdk(typed.path)
      writeFileSync(join(typed.path, 'package.json'), '{"private":true,"type":"commonjs"}')
      const text = `import { Showcaller } from 'showcaller/sdk'\nexport const show = new Showcaller({ url: '', key: '' })\n`
      writeFileSync(join(typed.path, 'program.ts'), text)
      writeFileSync(join(typed.path, 'tsconfig.json'), JSON.stringify({ compilerOptions: userSettings }))
      compile(typed.path)
    } finally {
      typed.remove()
    }
  })

  it('compiles when its folder is copied elsewhere, into JavaScript that runs', () => {
    const copy = createTemporaryFolder()
    try {
      const from = fileURLToPath(new URL('../../sdk', import.meta.url))
      cpSync(from, join(copy.path, 'sdk'), { recursive: true })
      writeFileSync(join(copy.path, 'package.json'), '{"private":true,"type":"module"}')
      compile(join(copy.path, 'sdk'))
      const program = `import { Showcaller } from './sdk/dist/showcaller.js'
import { Showcaller as Brand } from './sdk/dist/brand.js'
console.log(typeof new Showcaller({ url: 'http://a', key: 'b' }).addPoints, typeof Brand)
`
      writeFileSync(join(copy.path, 'program.mjs'), program)
      const { stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], { cwd: copy.path, encoding: 'utf8' })
      assert.equal(stdout, 'function function\n', stderr)
    } finally {
      copy.remove()
    }
  })
})

import { isSlow } from '../declare.ts'

isSlow('it compiles the client')

function compile(project: string): void {
  const tsc = fileURLToPath(new URL('../tools/node_modules/.bin/tsc', import.meta.url))
  const { status, stdout } = spawnSync(tsc, ['--checkers', '1', '-p', project], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
}

/** A page is one program, shown in parts. */
function codeIn(page: string): string {
  const blocks = [...read(page).matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code)
  assert.ok(blocks.length > 5)
  return blocks.join('\n')
}

/** What the console offers to copy: the example of every operation, in both ways to name platforms. */
function snippets(): [name: string, text: string][] {
  const make = targets.find(({ word }) => word === 'TypeScript')?.make ?? assert.fail('the console has no such target')
  const programs = namings.flatMap((naming) =>
    describeOperations(operations, createNames(naming)).map(({ name, sdk, example: body }): [string, string] => {
      const text = make({ baseUrl: 'http://127.0.0.1:4400', operation: name, sdk, body })
      return [`${naming}-${name}.ts`, String(text)]
    }),
  )
  return [
    ['node.d.ts', 'declare const process: { argv: string[]; env: Record<string, string | undefined> }\n'],
    ...programs,
  ]
}

const userSettings = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  types: [],
  allowImportingTsExtensions: true,
  noEmit: true,
}
