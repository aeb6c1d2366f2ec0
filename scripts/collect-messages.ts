import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { EventDefinition } from '../src/definitions/define-event.ts'
import { sharedWithBrowsers } from '../src/kernel/browser-modules/shared-folders.mjs'
import { choiceTitles, type Schema } from '../src/kernel/schema/schema.ts'
import { languages } from '../src/kernel/text/languages.ts'
import { type MessageText, messageListeners } from '../src/kernel/text/message.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where people and viewers read texts. Packages for other programs (`clients/`) follow the language of those. */
const folders = ['src', 'panel/src', 'overlay', 'deck', 'extension']

/** What stays English, and why. Everything else that defines a message is translated. */
export const englishOnly: Readonly<Record<string, string>> = {
  'src/cli/messages.ts': 'output of the command line, which operators paste into searches and issues',
  'src/app/config/config-messages.ts': 'errors of settings when the server starts, read in the terminal',
  'src/kernel/storage/unusable-database.ts': 'why the server does not start, read in the terminal',
  'src/kernel/storage/moving/archive.ts': 'output of backup and restore on the command line',
  'src/kernel/storage/moving/encryption.ts': 'output of backup and restore on the command line',
  'src/mcp/messages.ts': 'read by language models, which are instructed in English',
  'src/docs/messages.ts': 'the documentation is written in English',
  'panel/src/messages/docs.ts': 'the documentation is written in English',
  'src/capabilities/streamerbot/port/messages.ts': 'answers to programs that use the protocol of Streamer.bot',
  'src/kernel/operation/idempotency/messages.ts': 'errors of a header that only programs send',
  'src/capabilities/published-events/messages.ts': 'errors of the stream of events, which only programs read',
}

/** Names, which are the same in every language. */
const names = new Set([
  ...['API', 'CSS', 'HTML', 'JavaScript', 'JSON'],
  ...['Discord', 'Kick', 'OBS', 'Showcaller', 'Spotify', 'Streamer.bot', 'TikTok', 'Twitch', 'Voicemod', 'YouTube'],
  'VTube Studio',
  ...['Inter', 'Oswald', 'Press Start 2P'],
  ...Object.values(languages).map(({ name }) => name),
])

function isName(text: MessageText): boolean {
  return typeof text === 'string' && (names.has(text) || !/\p{L}/u.test(text.replace(/\{[^{}]*\}/g, '')))
}

/** Every message that is translated: its key and its English text, sorted by key. */
export async function collectMessages(): Promise<Map<string, MessageText>> {
  const found = new Map<string, MessageText>()
  const clashes: string[] = []
  let isEnglishOnly = false
  messageListeners.defined = (key, text) => {
    const known = found.get(key)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(text)) clashes.push(key)
    if (!isEnglishOnly && !isName(text)) found.set(key, text)
  }
  const files = definingFiles()
  // What is translated comes first: a module runs once, by whichever file imports it.
  for (const file of files.filter((one) => !Object.hasOwn(englishOnly, one))) await load(file)
  await defineDerived()
  isEnglishOnly = true
  for (const file of Object.keys(englishOnly)) await load(file)
  messageListeners.defined = undefined
  if (clashes.length > 0) throw new Error(`two texts have the same key: ${clashes.join(', ')}`)
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Every file that uses the functions that define messages, and every definition of the contract. */
export function definingFiles(): string[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== 'src/kernel/text/message.ts' && !file.endsWith('.d.ts'))
    .filter((file) => isBrowserSafe(file) || definesMessages(readFileSync(join(root, file), 'utf8')))
    .sort()
}

/** Definitions, which may take their texts from a schema. */
function isBrowserSafe(file: string): boolean {
  return sharedWithBrowsers.test(file) && !file.endsWith('/topics.ts')
}

export function definesMessages(source: string): boolean {
  return /\bdefineMessages\(|\bdefineStarterTexts\(|(?<![.\w])message(?:<\w+>)?\(['"`]/.test(source)
}

async function load(file: string): Promise<void> {
  await import(pathToFileURL(join(root, file)).href)
}

/** Texts of schemas become messages when a form is drawn: every form is gone through once. */
async function defineDerived(): Promise<void> {
  const { settings } = await import('../src/registry/settings.ts')
  const { steps } = await import('../src/registry/steps.ts')
  const { conditionInput } = await import('../src/capabilities/steps/contract/conditions.ts')
  const { eventDefinitions } = await import('../src/registry/events.ts')
  const { liveEventDefinitions } = await import('../src/registry/live-events.ts')
  const { eventFieldKey } = await import('../src/definitions/field-texts.ts')
  const { offeredFields } = await import('../src/definitions/published-data.ts')

  for (const { name, schema } of settings) await defineFields(`settings.${name}`, schema)
  for (const { type, input } of steps) await defineFields(`steps.${type}`, withoutHelp(input))
  await defineFields('conditions', withoutHelp(conditionInput))
  for (const definition of [...eventDefinitions, ...liveEventDefinitions] as readonly EventDefinition[]) {
    for (const [name, field] of Object.entries(offeredFields(definition))) {
      if (isSingle(field)) await defineField(eventFieldKey(definition.kind, name, field), withoutHelp(field))
    }
  }
}

/** Fields of steps and events are shown by their titles; their descriptions belong to the API and its documentation. */
function withoutHelp(schema: Schema): Schema {
  const { description: _, properties, items, ...rest } = schema
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, withoutHelp(field)])
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: withoutHelp(items) }),
  }
}

/** Whether a filter can compare the field with one value. */
function isSingle(schema: Schema): boolean {
  const { type } = schema.type === 'array' ? (schema.items ?? {}) : schema
  return ![type ?? []].flat().some((one) => one === 'object' || one === 'array')
}

async function defineFields(key: string, schema: Schema): Promise<void> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) await defineField(`${key}.${name}`, field)
}

async function defineField(key: string, schema: Schema): Promise<void> {
  const { choiceText, fieldText } = await import('../src/definitions/field-texts.ts')
  fieldText(key, schema)
  for (const one of [schema, schema.items ?? {}]) {
    for (const value of Object.keys(one[choiceTitles] ?? {})) choiceText(key, one, value)
    await defineFields(key, one)
  }
}
