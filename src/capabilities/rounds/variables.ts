import { listOf } from '../../kernel/text/formats.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { catalogueFor } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { variableWords } from '../steps/messages.ts'
import type { VariableValues } from '../steps/variables.ts'
import type { Rounds } from './rounds.ts'

/** What these variables read from. */
export interface RoundVariablesServices {
  readonly rounds: Rounds
  readonly settings: Settings
}

type Services = RoundVariablesServices

export const roundVariables: VariableValues<'winner', Services> = {
  async winner(run, _args, services) {
    const [last] = await services.rounds.list(run.caller.channel.id, { status: 'drawn', limit: 1 })
    const names = last?.winners.map(({ displayname }) => displayname) ?? []
    const catalogue = await catalogueFor(run, services)
    return names.length === 0 ? variableWords.nobody(undefined, catalogue) : inLanguage(catalogue, () => listOf(names))
  },
}
