import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isSlow } from '../declare.ts'
import { sourceWith } from '../source-copy.ts'

isSlow('it loads a copy of the sources')

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/** What a contributor writes: one file, and the lines that name it in the list. */
const definition = `
import { defineEvent } from '../../../definitions/define-event.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.giveaways', { won: 'Giveaway won', wonPrize: '{username} won {prize}' })

export const giveawayWon = defineEvent({
  kind: 'giveaway.won',
  group: 'people',
  icon: 'gift',
  title: messages.won,
  data: object({ username: text(), prize: text() }),
  refersTo: { platform: 'required' },
  readableBy: { role: 'moderator', scope: 'activity:read' },
  published: { example: { username: 'bob', prize: 'a mug' } },
  sentence: ({ username, prize }) => messages.wonPrize({ username, prize }),
})

export const giveawayEvents = [giveawayWon] as const
`

const types = `
import type { NewEvent } from './src/registry/events.ts'

export const right: NewEvent = { kind: 'giveaway.won', platform: 'kick', data: { username: 'bob', prize: 'a mug' } }
// @ts-expect-error the prize is missing
export const incomplete: NewEvent = { kind: 'giveaway.won', platform: 'kick', data: { username: 'bob' } }
// @ts-expect-error there is no such kind
export const unknown: NewEvent = { kind: 'giveaway.lost', platform: 'kick', data: { username: 'bob', prize: 'a mug' } }
`

const use = `
import { readFileSync } from 'node:fs'
import { fillEventsPage } from './scripts/docs/events-page.ts'
import { eventRegistry } from './src/registry/event-registry.ts'
import { readEvent, sentEvent } from './src/capabilities/events/event-rows.ts'

const data = JSON.stringify({ username: 'bob', prize: 'a mug' })
const row = { seq: 1, kind: 'giveaway.won', platform: 'kick', viewer_id: null, actor: 'bot', request_id: '', at: 1, data }
const event = sentEvent(readEvent(row))
const page = fillEventsPage(readFileSync('docs/events.md', 'utf8'), eventRegistry)
console.log(JSON.stringify({
  sentence: eventRegistry.sentenceOf(event),
  group: eventRegistry.groupOf(event.kind),
  icon: eventRegistry.iconOf(event.kind),
  viewer: eventRegistry.mayRead(event, { role: 'viewer' }),
  moderator: eventRegistry.kindsFor({ role: 'moderator' }).includes('giveaway.won'),
  key: eventRegistry.mayRead(event, { scopes: new Set(['activity:read']) }),
  documented: page.includes('| \`giveaway.won\` | Giveaway won | moderator |'),
}))
`

describe('one more kind of event', () => {
  const copy = sourceWith('src/registry/events.ts', (list) =>
    list
      .replace('import {', "import { giveawayEvents } from '../capabilities/giveaways/contract/events.ts'\nimport {")
      .replace('eventDefinitions = [\n', 'eventDefinitions = [\n  ...giveawayEvents,\n'),
  )
  before(() => {
    copy.write('src/capabilities/giveaways/contract/events.ts', definition)
    copy.write('docs/events.md', readFileSync(join(root, 'docs/events.md'), 'utf8'))
  })
  after(() => copy.remove())

  it('is one file, and reads, filters, read rule and docs know it', async () => {
    copy.write('use.ts', use)
    const { stdout } = await run(process.execPath, ['use.ts'], { cwd: copy.folder })
    assert.deepEqual(JSON.parse(stdout), {
      sentence: 'bob won a mug',
      group: 'people',
      icon: 'gift',
      viewer: false,
      moderator: true,
      key: true,
      documented: true,
    })
  })

  it('is one file, and the compiler takes right events and refuses wrong ones', async () => {
    copy.write('types.ts', types)
    const options = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object }
    const compilerOptions = { ...options.compilerOptions, types: [], typeRoots: [], paths: {} }
    copy.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['types.ts'] }))
    const compiler = join(root, 'test/tools/node_modules/typescript/bin/tsc')
    await run(process.execPath, [compiler, '--noEmit', '--checkers', '1', '-p', copy.folder])
  })
})
