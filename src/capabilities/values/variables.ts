import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Run } from '../steps/run.ts'
import type { VariableValues } from '../steps/variables.ts'
import { viewerOf } from '../viewers/viewer-of-run.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { shownContent } from './content.ts'
import { isPart, valueText } from './value-text.ts'
import type { Values } from './values.ts'

/** What these variables read from. */
export interface ValueVariablesServices {
  readonly clock: Clock
  /** A random number from 0 up to 1. */
  readonly chance: () => number
  readonly db: Database
  readonly values: Values
  readonly viewers: Viewers
}

export const valueVariables: VariableValues<'value', ValueVariablesServices> = { value: namedValue }

/** A value that nobody has set yet reads as 0. */
async function namedValue(
  run: Run,
  [name = '', ...more]: readonly string[],
  services: ValueVariablesServices,
): Promise<string> {
  const { db, values, clock, chance } = services
  const channelId = run.caller.channel.id
  const stored = await values.findMaybe(db, channelId, name)
  if (stored === undefined) return '0'
  const { definition } = stored
  const isOfViewer = definition.owner === 'viewer'
  const part = definition.type === 'list' || definition.type === 'clock' ? more.find(isPart) : undefined
  const viewer = isOfViewer
    ? await viewerOf(
        run,
        more.filter((word) => word !== part),
        services,
      )
    : undefined
  const { state } = isOfViewer && viewer === undefined ? stored : await values.heldBy(db, channelId, stored, viewer)
  return valueText(definition, shownContent(definition, state, clock.now()), part, chance)
}
