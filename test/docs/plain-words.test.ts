import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Folders and files whose text is checked: names, comments and strings alike. A path ends in `/` for a whole folder. */
const checked = [
  'bench/',
  'bin/',
  'catalogue/',
  'deploy/',
  'docs/',
  'examples/',
  'extension/',
  'overlay/',
  'panel/',
  'scripts/',
  'sdk/',
  'src/',
  'test/',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
] as const

/** Private words of early drafts, and the established term to use instead. */
const banned: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\bdeeds?\b/i, instead: 'action, effect' },
  { pattern: /\bjourneys?\b/i, instead: 'round trip' },
  { pattern: /\bso-manieth\b/i, instead: 'nth' },
  { pattern: /\bsent off\b/i, instead: 'banned' },
  { pattern: /\blets? (?:\w+ ){0,2}back in\b/i, instead: 'unbanned' },
  { pattern: /\bstrangers?\b/i, instead: 'unauthenticated client, new viewer' },
  { pattern: /\bthe usual\b/i, instead: 'the default' },
  { pattern: /\bstand-ins?\b/i, instead: 'fake server, sandbox account' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\brehears(?:als?|e|ed|es)\b/i, instead: 'test channel, speculative execution' },
  { pattern: /\bbooths?\b/i, instead: 'platform status' },
  { pattern: /\b(?<!there )is none\b/i, instead: 'is not a …, is invalid' },
  { pattern: /\b(?:heard|hears?|hearing) of\b/i, instead: 'received, receive' },
  { pattern: /\btells? of\b/i, instead: 'notify, report, send' },
  { pattern: /\bhelping\b/i, instead: 'contributing' },
  { pattern: /\btold\b(?! apart)/i, instead: 'notified, reported, sent' },
  { pattern: /\bin vain\b/i, instead: 'timed out' },
  { pattern: /\bsit ?down\b|\buse ?house\b/i, instead: 'sign in, use the panel' },
  { pattern: /\btroubles?\b/i, instead: 'error, failure, problem' },
]

/** Lines that may contain a banned word, and why. */
const exceptions: readonly { readonly file: RegExp; readonly line: RegExp; readonly reason: string }[] = [
  { file: /./, line: /\brehearsal_of\b/, reason: 'the name of a stored column' },
  { file: /./, line: /rehearsal-twin/, reason: 'a value in stored data' },
  {
    file: /^src\/capabilities\/events\/event-rows\.ts$/,
    line: /'deeds'/,
    reason: 'the stored name of the audit list in the event log',
  },
  {
    file: /shows/,
    line: /\brehears(?:als?|e|ed|es)\b/i,
    reason: 'a show is rehearsed, as people of the theatre say; it runs on the test channel then',
  },
  { file: /^test\/docs\/plain-words/, line: /./, reason: 'the list itself' },
  { file: /./, line: /#troubleshooting|\bTroubleshooting\b/, reason: 'the conventional heading' },
]

describe('the words of the project', () => {
  it('are the established terms of the field', () => {
    const files = trackedFiles().filter((file) =>
      checked.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)),
    )
    assert.ok(files.includes('docs/project/extending.md') && files.includes('bench/run.ts'))
    assert.deepEqual(files.flatMap(findings), [])
  })

  it('are looked up in folders that exist', () => {
    const files = trackedFiles()
    const missing = checked.filter((path) => !files.some((file) => file.startsWith(path)))
    assert.deepEqual(missing, [])
  })

  it('are recognised in a sentence', () => {
    assert.deepEqual(wordsIn('The deed is done.'), ['deed (use: action, effect)'])
    assert.deepEqual(wordsIn('This is none.'), ['is none (use: is not a …, is invalid)'])
    assert.deepEqual(wordsIn('If there is none, the default is used. Indeed: Troubleshooting.'), [])
  })
})

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => /\.(?:md|tsx?|mjs|css|ya?ml|cfg|service)$/.test(file))
}

function findings(file: string): string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (exceptions.some((exception) => exception.file.test(file) && exception.line.test(line))) return []
    return wordsIn(line).map((word) => `${file}:${index + 1}: ${word}`)
  })
}

function wordsIn(text: string): string[] {
  return banned.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)
    return found === null ? [] : [`${found[0]} (use: ${instead})`]
  })
}
