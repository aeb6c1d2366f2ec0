import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { hasLongVersion, isLongRun, isSlow } from '../declare.ts'
import { copyProject, type ProjectCopy } from '../project-copy.ts'
import { addOneOfEach } from './additions.ts'

isSlow('it runs tests in a copy of the project')
hasLongVersion('it compiles the copy, and runs every test that reads definitions')

/** Tests that compare lists, pages and texts with the definitions. */
const quick = [
  'test/contract/compare-openapi.test.ts',
  'test/contract/published.test.ts',
  'test/contract/reference.test.ts',
  'test/kernel/messages/catalogues.test.ts',
  'test/kernel/messages/sentences.test.ts',
  'test/structure/folders.test.ts',
  'test/structure/layers.test.ts',
  'test/structure/threat-model.test.ts',
  'test/structure/wire-names.test.ts',
]
/** Tests that try everything that is defined, as far as they need no browser. */
const thorough = globSync([
  'test/contract/derived-access.test.ts',
  'test/contract/derived-operations.test.ts',
  'test/contract/openapi.test.ts',
  'test/decks/decks.test.ts',
  'test/donations/*.test.ts',
  'test/keys/panel.test.ts',
  'test/mcp/mcp.test.ts',
  'test/panel/access.test.ts',
  'test/sdk/*.test.ts',
  'test/sign-in/recent-sign-in.test.ts',
  'test/steps/*.test.ts',
  'test/structure/import-cycles.test.ts',
  'test/widgets/widgets.test.ts',
]).filter((file) => !/^needs\(/m.test(readFileSync(file, 'utf8')))

describe('a new operation, step, widget and donation provider', () => {
  let copy: ProjectCopy
  before(() => {
    copy = copyProject()
    addOneOfEach(copy.folder)
    copy.translate()
    copy.generate()
  })
  after(() => copy.remove())

  it('are in the generated files', () => {
    assert.match(copy.read('docs/reference/README.md'), /count-points/)
    assert.match(copy.read('sdk/showcaller.ts'), /count-points/)
    assert.match(copy.read('openapi.json'), /ProviderY/)
    assert.match(copy.read('docs/commands.md'), /`highlight`/)
    const threatModel = copy.read('docs/project/threat-model.md')
    assert.match(threatModel, /\| access \|.*`count-points`/)
    assert.match(threatModel, /\| `chat:write` \|.*`highlight`/)
  })

  it('fail no test that compares the project with its definitions', () => {
    const { isFine, output } = copy.test(isLongRun ? [...quick, ...thorough] : quick)
    assert.ok(isFine, output)
  })

  if (isLongRun) {
    it('compile, without a change elsewhere', () => {
      for (const project of ['.', 'overlay', 'panel']) {
        assert.deepEqual(copy.compile(project), { isFine: true, output: '' }, project)
      }
    })
  }
})
