/** What the change log keeps. */
export const thingKinds = [
  'command',
  'automation',
  'show',
  'deck',
  'widget',
  'effect',
  'alert',
  'value',
  'upload',
] as const
export type ThingKind = (typeof thingKinds)[number]

export const trashDays = 30
