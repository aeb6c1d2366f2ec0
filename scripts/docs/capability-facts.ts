import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'src/capabilities')
/** More names than this are a number. */
const maxNames = 12

export const capabilityNames: readonly string[] = readdirSync(folder).toSorted()

const code = new Map(
  capabilityNames.map((name) => [
    name,
    globSync(`${name}/**/*.ts`, { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8')),
  ]),
)

/** Every table of the database, by its name. */
const tables = new Set(
  globSync('src/kernel/storage/migrations/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, name = '']) => name)),
)

function tablesIn(texts: readonly string[], pattern: RegExp): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(found)].filter((name) => tables.has(name)).toSorted()
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function tablesLine(name: string): string {
  const texts = code.get(name) ?? []
  const written = tablesIn(texts, /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g)
  const read = tablesIn(texts, /\b(?:FROM|JOIN)\s+(\w+)/g).filter((table) => !written.includes(table))
  const parts = [
    ...(written.length > 0 ? [listed(written)] : []),
    ...(read.length > 0 ? [`reads ${listed(read)}`] : []),
  ]
  return `Tables: ${parts.length === 0 ? 'none' : parts.join('; ')}.`
}

function usersLine(name: string): string {
  const users = capabilityNames.filter(
    (other) => other !== name && code.get(other)?.some((text) => text.includes(`../${name}/`)),
  )
  if (users.length === 0) return 'Used by: `app` alone.'
  return `Used by: ${users.length > maxNames ? `${users.length} capabilities` : listed(users)}.`
}

/** What the code of a capability says about itself: the last lines of its README. */
export function capabilityFacts(name: string): string {
  return `${tablesLine(name)}\n\n${usersLine(name)}\n`
}

/** Puts these lines into every README. */
export function writeCapabilityFacts(): void {
  for (const name of capabilityNames) {
    const path = join(folder, name, 'README.md')
    const written = readFileSync(path, 'utf8').split(/^Tables: /m)[0] ?? ''
    writeFileSync(path, `${written.trimEnd()}\n\n${capabilityFacts(name)}`)
  }
}
