import type { Caller } from '../../kernel/operation/caller.ts'
import type { Asker } from './tools.ts'

/** Fills the variables of commands, as somebody in chat would get them. */
export type FillTexts = (caller: Caller, texts: readonly string[], asker: Asker) => Promise<string[]>

const factTemplates = [
  'Channel: $(channel)',
  'Title: $(title)',
  'Category: $(game)',
  'Live for: $(uptime)',
  'Viewers: $(viewers)',
  'Local time of the streamer: $(time)',
]

/** The facts that a model gets with every question. */
export function factsFor(fillTexts: FillTexts, caller: Caller, asker: Asker): Promise<string[]> {
  return fillTexts(caller, factTemplates, asker)
}
