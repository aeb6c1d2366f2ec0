import { boolean, control, integer, oneOf, optional, type Schema, text, withDefault } from '../kernel/schema/schema.ts'
import { platforms, platformTitles } from '../platforms/contract/platforms.ts'
import { maxNameLength } from './fields.ts'

/** Fields that several steps have. */

export function textField(title: string, max?: number) {
  return text({ title, cleaning: 'line', control: 'multiline', ...(max === undefined ? {} : { max }) })
}

export function nameField(title: string) {
  return text({ title, max: maxNameLength, cleaning: 'name' })
}

/** A variable may stand for the viewer: `$(touser)`. */
export const target = nameField('Viewer')

export const reason = withDefault(text({ title: 'Reason', max: 500, cleaning: 'line' }), '')

/** The word for all connected platforms of the channel. */
export const everyPlatform = 'all'

/**
 * Without it the step acts on the platform of the event or the chat that started it. Where there is none, as with a
 * schedule, a cue or a start by hand, it acts on all connected platforms.
 */
export const platform = optional(
  oneOf([...platforms, everyPlatform], {
    title: 'Platform',
    titles: { ...platformTitles, [everyPlatform]: 'all connected platforms' },
    control: 'platform',
  }),
)

/** Whose account is meant, which is one: that of the event or the chat, otherwise of the first connected platform. */
export const viewerPlatform = optional(
  oneOf(platforms, { title: 'Platform', titles: platformTitles, control: 'viewer_platform' }),
)

/** Whether a field of a step is one of the two above. */
export function namesPlatform(schema: Schema | undefined): boolean {
  return schema?.[control] === 'platform' || schema?.[control] === 'viewer_platform'
}

/** Which other command a step means; the id wins. */
export const commandReference = {
  id: optional(integer({ title: 'Command ID', control: 'hidden' })),
  command: optional(text({ title: 'Command', max: maxNameLength, cleaning: 'line', control: 'command' })),
}

/** What an automation shows by itself should not be lost while OBS restarts. */
export const waitForOverlay = withDefault(
  boolean({
    title: 'Wait for the overlay',
    description: 'While no overlay is open it waits up to five minutes, instead of failing.',
  }),
  false,
)
