import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import { isAllowedLink } from './message-checks.ts'

/** Letters, digits, marks and emoji: what names of hosts are written with, also internationalised ones (IDN). */
const hostCharacter = '[\\p{L}\\p{N}\\p{M}\\p{Extended_Pictographic}\\u200d_-]'

/** Everything that a chat program or a browser could read as an address, in a text of compatible characters (NFKC). */
const spellings = [
  // Any scheme, also `hxxp`, with one slash or backslash as browsers accept it.
  '[a-z][a-z0-9+.-]{1,15}:[/\\\\]+(?=[\\p{L}\\p{N}\\[%])\\S*',
  '(?<![a-z])(?:javascript|vbscript|data|file|mailto|magnet|tel|sms):(?=\\S)\\S*',
  // IPv6, in brackets or not, and IPv4. Times such as 12:30:45 have no `::`.
  '\\[[0-9a-f:.]{2,45}(?:%[\\w.-]{1,30})?\\](?::\\d+)?',
  '(?<![\\p{L}\\p{N}:])(?:[0-9a-f]{1,4}:){1,7}:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{0,4}(?![\\p{L}\\p{N}:])',
  '(?<![\\p{L}\\p{N}:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\\p{L}\\p{N}:])',
  '(?<![\\p{N}.])(?:\\d{1,3}\\.){3}\\d{1,3}(?!\\.?\\p{N})',
  // Names with dots. A full stop after them does not belong to them.
  `(?:(?=[^_-])${hostCharacter}{1,63}\\.){1,8}(?:xn--[a-z0-9-]{1,59}|\\p{L}[\\p{L}\\p{M}]{1,23})(?=[.-]*(?:$|[^\\p{L}\\p{N}.-]))`,
]
const anyLink = whenNeeded(() => new RegExp(spellings.join('|'), 'giu'))

/** A joiner that joins no emoji is invisible. */
const idleJoiner = /(?<!\p{Extended_Pictographic}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
/** IDN reads the ideographic full stop as a dot (UTS 46). Beside Latin letters or digits it is no end of a sentence. */
const ideographicDot =
  /(?<=[\p{Script=Latin}\p{N}])\u3002(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])\u3002(?=[\p{Script=Latin}\p{N}])/gu
/** Between other letters it usually ends a sentence, and what follows is longer than the end of a name. */
const shortEnding = /(?<=[\p{L}\p{N}])[\u3002\uff61](?=\p{L}{2,4}(?:$|[^\p{L}\p{N}]))/gu

/** Links to sites that are not allowed as plain words, which nobody can click: `example com`. */
export function withoutLinks(text: string, allowed: readonly string[]): string {
  return text.replace(/\S+/gu, (word) => {
    const plain = word.normalize('NFKC').replace(idleJoiner, '').replace(ideographicDot, '.')
    const quiet = plain.replace(anyLink(), (found) => (isAllowedLink(found, allowed) ? found : asWords(found)))
    return (quiet === plain ? word : quiet).replace(shortEnding, '$& ')
  })
}

function asWords(link: string): string {
  return link.replace(/^[^\s:/]+:[/\\]+/, '').replace(/[.:/\\@?#=&%[\]]+/g, ' ')
}
