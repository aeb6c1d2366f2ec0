// What is missing or wrong in the catalogues (docs/languages.md):
//
//     node scripts/check-translations.ts             lists what is missing, and fails for what is wrong
//     node scripts/check-translations.ts --release   fails also for a text that a complete language lacks
//
// A message that repeats the English of a common one is wrong too, unless `separate-texts.json` lists its key below the
// reason why translators must be free to word it otherwise.
// `--catalogues <folder>` reads the files of another folder, `--messages <file>` what `list-messages.ts` has written.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { baseLanguageOf, languages } from '../src/kernel/text/languages.ts'
import type { Catalogue, MessageText } from '../src/kernel/text/message.ts'
import { checkCatalogue, checkRepeats, missingKeys } from './check-catalogue.ts'
import { collectMessages } from './collect-messages.ts'

/** How many missing texts of a language are listed. */
const maxListed = 20

const { values: options } = parseArgs({
  options: {
    release: { type: 'boolean', default: false },
    catalogues: { type: 'string', default: fileURLToPath(new URL('../catalogues', import.meta.url)) },
    messages: { type: 'string' },
  },
})

const messages = options.messages === undefined ? await collectMessages() : readMessages(options.messages)
const catalogues = new Map(
  globSync('*.json', { cwd: options.catalogues })
    .sort()
    .map((file): [string, Catalogue] => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(options.catalogues, file), 'utf8')),
    ]),
)
const translated = Object.entries(languages).filter(([language]) => language !== 'en')
const separate = JSON.parse(readFileSync(new URL('separate-texts.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>
const faults = [
  ...checkFiles(),
  ...[...catalogues.values()].flatMap(repeatsOfBase),
  ...checkRepeats(messages, Object.values(separate).flat()),
  ...[...catalogues].flatMap(([name, one]) => checkCatalogue(messages, one, `${name}.json`)),
]
const lacking = translated.flatMap(([language, { complete }]) => report(language, complete))

for (const fault of faults) process.stdout.write(`${fault}\n`)
const blocking = options.release ? lacking.filter(({ complete }) => complete) : []
for (const { language } of blocking)
  process.stdout.write(`${language} is marked complete, so there is no release until its texts are translated.\n`)
process.exitCode = faults.length > 0 || blocking.length > 0 ? 1 : 0

function readMessages(path: string): ReadonlyMap<string, MessageText> {
  return new Map(Object.entries((JSON.parse(readFileSync(path, 'utf8')) as Catalogue).texts))
}

/** Every language has a file, and every file is one of a language. */
function checkFiles(): string[] {
  const unknown = [...catalogues].filter(([name, { locale }]) => !Object.hasOwn(languages, name) || locale !== name)
  return [
    ...unknown.map(([name]) => `${name}.json: is not a language of src/kernel/text/languages.ts`),
    ...translated.filter(([name]) => !catalogues.has(name)).map(([name]) => `${name}.json: there is no such file`),
  ]
}

/** A language over another one has only what differs. */
function repeatsOfBase({ locale, texts }: Catalogue): string[] {
  const base = catalogues.get(baseLanguageOf(locale) ?? '')?.texts ?? {}
  return Object.keys(texts)
    .filter((key) => JSON.stringify(base[key]) === JSON.stringify(texts[key]))
    .map((key) => `${locale}.json: ${key}: is the same as in ${baseLanguageOf(locale)}.json, so leave it out`)
}

function report(language: string, complete: boolean): { language: string; complete: boolean }[] {
  const catalogue = catalogues.get(language)
  const texts = { ...catalogues.get(baseLanguageOf(language) ?? '')?.texts, ...catalogue?.texts }
  const missing = catalogue === undefined ? [] : missingKeys(messages, { locale: language, texts })
  if (missing.length === 0) return []
  const listed = missing.slice(0, maxListed).map((key) => `  ${key}\n`)
  const further = missing.length - listed.length
  process.stdout.write(
    `${language}: ${missing.length} of ${messages.size} texts are not translated\n${listed.join('')}`,
  )
  if (further > 0) process.stdout.write(`  and ${further} more: node scripts/list-messages.ts --missing ${language}\n`)
  return [{ language, complete }]
}
