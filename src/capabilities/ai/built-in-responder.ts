import type { Caller } from '../../kernel/operation/caller.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { variableWords } from '../steps/messages.ts'
import { type BuiltInTemplate, builtInAnswer, type KnownQuestion } from './built-in-answers.ts'
import type { FillTexts } from './facts.ts'
import { builtInTexts } from './messages.ts'
import type { Asker } from './tools.ts'

/** Answers without a model, from the known questions of the channel and from what the channel knows. */
export function createBuiltInResponder({ settings, fillTexts }: { settings: Settings; fillTexts: FillTexts }) {
  /** A fact that is not there reads as nothing, 0 or offline: then there is a better sentence. */
  async function filled(
    caller: Caller,
    asker: Asker,
    template: BuiltInTemplate,
    catalogue: Catalogue,
  ): Promise<string> {
    if (template === builtInTexts.live) {
      const [uptime = ''] = await fillTexts(caller, ['$(uptime)'], asker)
      if (uptime === variableWords.offline(undefined, catalogue)) {
        return (await fillTexts(caller, [builtInTexts.offline(undefined, catalogue)], asker))[0] ?? ''
      }
    }
    const [text = ''] = await fillTexts(caller, [template(undefined, catalogue)], asker)
    return template === builtInTexts.quote && text === '0' ? '' : text
  }

  return async function respond(
    question: {
      readonly caller: Caller
      readonly asker: Asker
      readonly text: string
      /** The answer, if it is not one to a question. */
      readonly builtIn?: string | undefined
    },
    known: readonly KnownQuestion[],
  ): Promise<string> {
    const { caller, asker, text, builtIn } = question
    const catalogue = await channelCatalogue(settings, caller.channel.id)
    const unknown = builtInTexts.unknown(undefined, catalogue)
    const found =
      builtIn === undefined ? builtInAnswer(text, known, catalogue) : ({ kind: 'text', text: builtIn } as const)
    const written =
      found.kind === 'text'
        ? found.text
        : found.kind === 'template'
          ? await filled(caller, asker, found.template, catalogue)
          : unknown
    return written === '' ? unknown : written
  }
}
