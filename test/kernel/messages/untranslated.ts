import { donationProviders } from '../../../src/capabilities/donations/contract/donation-providers.ts'
import { platformDefinitions } from '../../../src/platforms/contract/platforms.ts'

/** Names, which are the same in every language, and what tests and their browser are called. */
const names = latinWords(`
  Showcaller KICKs OBS Discord Spotify Voicemod VTube Studio API JSON CSS HTML UTC flite espeak
  Streamer streamer test testuser Chrome Headless HeadlessChrome Linux
  GET POST PUT PATCH DELETE
  ${[...platformDefinitions, ...donationProviders].map(({ title }) => title).join(' ')}
`)

/** Words of plain Latin letters that are no variable, chat command, address or name of a field. */
export function latinWords(text: string): Set<string> {
  const marked = text.replaceAll(/\$\([^)]*\)|!\w+|\S+[./@_]\S+/g, '')
  return new Set(marked.match(/(?<![\p{L}\p{M}])[A-Za-z]{3,}(?![\p{L}\p{M}])/gu))
}

/** The words of a text that the pseudo-language, which has no plain Latin letters, has not written. */
export function untranslatedWords(text: string, content: readonly string[] = []): string[] {
  return [...latinWords(withoutContent(text, content))].filter((word) => !names.has(word))
}

/** Without what people wrote, as whole words. Longer parts come first in `content`. */
function withoutContent(text: string, content: readonly string[]): string {
  return content.reduce((left, part) => {
    if (!left.toLowerCase().includes(part.toLowerCase())) return left
    return left.replaceAll(new RegExp(`(?<![\\p{L}\\d])${escaped(part)}(?![\\p{L}\\d])`, 'giu'), ' ')
  }, text)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
