import type { EventGroup } from '../../definitions/event-groups.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { Events } from '../events/events.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { AiQuestion } from './ai.ts'
import type { FillTexts } from './facts.ts'
import { recapTexts } from './messages.ts'
import type { Asker } from './tools.ts'

/** What a viewer who was away wants to know. Moderation and changes in the panel are nobody's business in chat. */
const publicKinds = new Set([
  'follow',
  'subscription',
  'subscription.upgrade',
  'subscription.gifts',
  'donation',
  'bits',
  'power-up',
  'raid',
  'raid.sent',
  'clip.created',
  'hype-train.end',
  'stream.online',
  'stream.title-changed',
  'stream.category-changed',
  'round.drawn',
  'round.closed',
  'poll.ended',
  'prediction.ended',
])
const groups: readonly EventGroup[] = ['people', 'stream']
const maxEvents = 60
/** A message in chat has room for a few names. */
const maxSentences = 8

export type Recaps = ReturnType<typeof createRecaps>

/** Questions that steps ask about the stream itself: what happened, and how it could be called. */
export function createRecaps(needs: {
  db: Database
  clock: Clock
  events: Events
  settings: Settings
  fillTexts: FillTexts
}) {
  const { db, clock, events, settings, fillTexts } = needs

  async function sentencesSince(channelId: number, minutes: number, catalogue: Catalogue): Promise<string[]> {
    const since = clock.now() - minutes * 60_000
    const pages = await Promise.all(
      groups.map((group) => events.page(db, channelId, { role: 'viewer', group, limit: maxEvents })),
    )
    return pages
      .flatMap((page) => page.events)
      .filter(({ kind, at }) => publicKinds.has(kind) && at >= since)
      .sort((a, b) => a.seq - b.seq)
      .map(({ kind, data }) => inLanguage(catalogue, () => eventRegistry.sentenceOf({ kind, data: { ...data } })))
  }

  return {
    async recap(caller: Caller, asker: Asker, minutes: number): Promise<AiQuestion> {
      const catalogue = await channelCatalogue(settings, caller.channel.id)
      const sentences = await sentencesSince(caller.channel.id, minutes, catalogue)
      const what = [...new Set(sentences)].slice(-maxSentences).join('; ')
      const builtIn =
        what === ''
          ? recapTexts.nothing({ count: minutes }, catalogue)
          : recapTexts.happened({ count: minutes, what }, catalogue)
      return {
        caller,
        asker,
        text: JSON.stringify(sentences),
        trigger: 'step',
        task: `Task: the text is a list of what happened on the stream in the last ${minutes} minutes. Sum it up in at most two sentences for somebody who was away. Invent nothing.`,
        builtIn,
      }
    },

    async titleIdeas(caller: Caller, asker: Asker, topic: string, count: number): Promise<AiQuestion> {
      const [game = ''] = await fillTexts(caller, ['$(game)'], asker)
      const catalogue = await channelCatalogue(settings, caller.channel.id)
      const ideas = [
        ...(topic === '' ? [] : [recapTexts.ideaTopic({ topic }, catalogue)]),
        recapTexts.ideaGame({ game }, catalogue),
        recapTexts.ideaQuestion({ game }, catalogue),
        recapTexts.ideaRelaxed({ game }, catalogue),
        recapTexts.ideaFirst({ game }, catalogue),
      ]
      return {
        caller,
        asker,
        text: topic === '' ? game : topic,
        trigger: 'step',
        task: `Task: write ${count} ideas for a title of this stream about the text, each at most 60 characters, separated by “ | ”, and nothing else.`,
        builtIn: ideas.slice(0, count).join(' | '),
      }
    },
  }
}
