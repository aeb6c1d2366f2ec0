import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { splitAtWords, toLine } from '../../kernel/schema/text.ts'
import { redactSecrets } from '../../kernel/text/secret-shapes.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import { createAutoModeration } from '../moderation/auto-moderation.ts'
import { withoutLinks } from '../moderation/without-links.ts'
import { patternOf } from '../steps/patterns.ts'
import { findsPassage } from './find-passage.ts'

export interface FilterNeeds {
  readonly clock: Clock
  readonly log: Log
  /** Masks the words that the streamer does not want to hear on stream. */
  readonly masked: (channelId: number, text: string) => Promise<string>
}

/** What must not be in an answer, beside what the rules of the channel say. */
export interface Confidential {
  readonly instructions: string
  readonly persona: string
  readonly secrets: readonly string[]
}

export interface FilteredAnswer {
  /** Empty if nothing is left or it is withheld. */
  readonly text: string
  /** The rule that withholds it. */
  readonly withheld: string | null
}

export type AnswerFilter = ReturnType<typeof createAnswerFilter>

/** Every text of a model passes here before anybody sees or hears it. The model itself is never trusted to obey. */
export function createAnswerFilter({ clock, log, masked }: FilterNeeds) {
  const moderation = createAutoModeration({ clock, log, patternOf, onDisabled: () => {} })

  /** The channel's rules for links, words and capital letters; equal answers to equal questions are no offence. */
  async function offenceOf(channelId: number, settings: ChannelSettings, text: string): Promise<string | undefined> {
    const rules = settings.auto_moderation
    const set = { ...settings, auto_moderation: { ...rules, repeats: { ...rules.repeats, enabled: false } } }
    const line = { id: '', channelId, platform: 'kick', userId: '', text } as const
    return (await moderation.judge(set, line))?.rule
  }

  return async function filter(
    channelId: number,
    settings: ChannelSettings,
    written: string,
    { instructions, persona, secrets }: Confidential,
  ): Promise<FilteredAnswer> {
    const { max_length: maxLength, allowed_sites: sites } = settings.ai
    const plain = withoutInvisible(written)
    const isSecret = redactSecrets(plain) !== plain || secrets.some((one) => findsPassage(plain, one, secretLength))
    if (isSecret) return { text: '', withheld: 'secrets' }
    if (findsPassage(plain, instructions, instructionLength) || findsPassage(plain, persona, personaLength)) {
      return { text: '', withheld: 'instructions' }
    }
    const line = withoutLinks(toLine(plain).replace(/\s+/g, ' ').trim(), sites)
    // Again after the mentions: `evil@.example` without its sign is a link.
    const quiet = withoutLinks(withoutMentions(line), sites)
    const clean = withoutCommand(await masked(channelId, quiet), settings.commands.prefix)
    const [text = ''] = splitAtWords(clean, maxLength, 1)
    const rule = text === '' ? undefined : await offenceOf(channelId, settings, text)
    return rule === undefined ? { text, withheld: null } : { text: '', withheld: rule }
  }
}

/** Letters in a row. A persona has facts, such as when the streamer is live, which a good answer quotes. */
const instructionLength = 50
const personaLength = 120
const secretLength = 16

/** Control, direction and filler characters could hide a command or a mention from the checks. Joiners stay in emoji. */
function withoutInvisible(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u034f\u115f\u1160\u2800\u3164\uffa0]/gu, ' ')
    .replace(/(?!\u200d)[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/(?!\s)\p{Cc}/gu, '')
}

/** Nobody is pinged: a mention is written without its sign. */
export function withoutMentions(text: string): string {
  return text.replace(/[@\uff20\ufe6b]+(?=\s*\S)/gu, '').replace(/[@\uff20\ufe6b]/gu, '')
}

/** Platforms and other bots read the first character of a message as the sign of a command. */
export function withoutCommand(text: string, prefix: string): string {
  let rest = text.trim()
  for (;;) {
    const before = rest
    rest = rest.replace(/^[\s/\\!.$?#~*+=>|&^%_`:;,<\-\u2044\u2215\u29f8\uff0f\uff01\uff0e\u200d]+/u, '')
    if (prefix !== '' && rest.startsWith(prefix) && !/^[\p{L}\p{N}]/u.test(prefix)) rest = rest.slice(prefix.length)
    if (rest === before) return rest
  }
}
