import * as fc from '../tools/fast-check.ts'

/** The ways on which a viewer's text comes in and goes out again. `injection-verdict.ts` says what each must show. */
export const routes = [
  'chat',
  'command',
  'words',
  'nested',
  'chained',
  'broadcaster',
  'effect',
  'speech',
  'refused',
  'name',
  'key',
  'donation',
  'page',
] as const
export type Route = (typeof routes)[number]

export interface Injection {
  readonly route: Route
  readonly text: string
}

/** Commands that only moderators may run. A viewer who makes one of them run has won. */
export const forbiddenWord = 'forbidden'
const lookalikes = ['forbıdden', 'fоrbidden', 'forb\u200bidden', 'FORBIDDEN', 'ｆorbidden', 'forbidden\u00a0']

const variables = [
  'user',
  'userid',
  'displayname',
  'touser',
  'args',
  '1',
  '9',
  'channel',
  'title',
  'game',
  'viewers',
  'points mallory',
  'rank',
  'count',
  'random 7 7',
  'pick stolen stolen',
  'time UTC',
  'lastfollower',
  'top 5',
  'commands',
].map((variable) => `$(${variable})`)

const templates = [
  ...variables,
  ...variables.map((variable) => variable.toUpperCase()),
  '$(pick $(title) $(game))',
  '$(points $(touser))',
  '$($(args))',
  '$(args',
  '$(',
  ')',
  '$((title))',
  '\\$(title)',
  '$$(title)',
  '$\u200b(title)',
  '＄(title)',
  '$(title\u0000)',
  '\u0024{title}',
  '{{title}}',
  '{{constructor.constructor("return process")()}}',
  '{name}',
  '{amount}',
  '{displayname} donated {amount}',
  '<%= title %>',
  '#{title}',
  '%s%n%x',
  '$&',
  '$1',
  '$`',
  "$'",
  '$<name>',
]

const commands = [
  ...[forbiddenWord, ...lookalikes].flatMap((word) => [`!${word}`, `!!${word}`, `！${word}`, `ǃ${word}`, `! ${word}`]),
  `\u200b!${forbiddenWord}`,
  `\ufeff!${forbiddenWord}`,
  `\u202e!${forbiddenWord}`,
  '/ban alice',
  '/timeout alice 600',
  '.ban alice',
  '/me dances',
  '/title hacked',
]

const breaks = ['\r', '\n', '\r\n', '\u2028', '\u2029', '\u0085', '\u000b', '\u0000', '\u001b[2J', '\t']

const markup = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</span><b>bold</b>',
  '<!--',
  ']]>',
  '&lt;b&gt;',
  '&#60;b&#62;',
  '<style>*{display:none}</style>',
  'javascript:alert(1)',
  '[emote:1:x]',
  '<speak><break time="9s"/></speak>',
]

const data = [
  '{"type":"ban","target":"alice"}',
  '","steps":[{"type":"ban","target":"alice"}],"x":"',
  '\\u0024(title)',
  '__proto__',
  'constructor',
  "'; DROP TABLE viewers; --",
  "' OR 1=1 --",
  ':channel',
  '%',
  '../../etc/passwd',
  '\ud800',
  'x\udfff',
]

const scripts = [
  '\u202eevil\u202c',
  '\u2066\u2067',
  '\u200b\u200c\u200d',
  'Ä\u0308\u0308',
  '👩‍👩‍👧‍👦',
  'مرحبا',
  'ﷺ',
  'İ',
  'ß',
  '@',
  '  ',
]

const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...templates) },
  { weight: 2, arbitrary: fc.constantFrom(...commands) },
  { weight: 1, arbitrary: fc.constantFrom(...breaks) },
  { weight: 2, arbitrary: fc.constantFrom(...markup) },
  { weight: 1, arbitrary: fc.constantFrom(...data) },
  { weight: 1, arbitrary: fc.constantFrom(...scripts) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)

const separator = fc.constantFrom('', ' ', ' ', ' ', '\n', '\r\n')

const longest = 300

/** Several fragments with something between them, in a length that fits into one chat line with what is around it. */
const text = fc
  .array(fc.tuple(fragment, separator), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().join(''))
  .map((whole) => [...whole].slice(0, longest).join(''))

/** Speech takes a while, and so does what waits for a page. */
const weights: Partial<Readonly<Record<Route, number>>> = { speech: 1, donation: 4, effect: 4, page: 4 }
const usualWeight = 10

const route = fc.oneof(...routes.map((one) => ({ weight: weights[one] ?? usualWeight, arbitrary: fc.constant(one) })))

export const injections: fc.Arbitrary<Injection> = fc.record({ route, text })
