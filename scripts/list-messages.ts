import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { baseLanguageOf } from '../src/kernel/text/languages.ts'
import type { Catalogue } from '../src/kernel/text/message.ts'
import { missingKeys } from './check-catalogue.ts'
import { collectMessages } from './collect-messages.ts'

/**
 * Lists the messages that are translated, in the format of a catalogue, as translators start from it:
 *
 *     node scripts/list-messages.ts                    all of them
 *     node scripts/list-messages.ts --missing tr       those that catalogues/tr.json does not have yet
 *     node scripts/list-messages.ts --to messages.json writes a file
 */
const options = process.argv.slice(2)
const optionOf = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined)

const messages = await collectMessages()
const language = optionOf('--missing')
const keys = language === undefined ? [...messages.keys()] : missingKeys(messages, readCatalogue(language))
const texts = Object.fromEntries(keys.map((key) => [key, messages.get(key)]))
const listing = `${JSON.stringify({ locale: language ?? 'en', texts }, null, 2)}\n`
const path = optionOf('--to')
if (path === undefined) process.stdout.write(listing)
else writeFileSync(path, listing)
process.stderr.write(`${keys.length} messages\n`)

/** With the texts of the language that it is over. */
function readCatalogue(name: string): Catalogue {
  const file = fileURLToPath(new URL(`../catalogues/${name}.json`, import.meta.url))
  const own: Catalogue = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { locale: name, texts: {} }
  const base = baseLanguageOf(name)
  return base === undefined ? own : { ...own, texts: { ...readCatalogue(base).texts, ...own.texts } }
}
