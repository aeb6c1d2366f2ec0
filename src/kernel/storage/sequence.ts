/**
 * What a channel numbers. A number is given once, whatever becomes of the row it was given to: links, buttons and
 * command steps that still name a deleted alert must not reach the next one.
 *
 * A sequence of `id_sequences` needs no preparation: it starts at 1 where it is first used. `effect:<id>` counts how
 * often an effect was given that id.
 */
export type Sequence =
  | 'event'
  | 'viewer'
  | 'alert'
  | 'song'
  | 'song-request'
  | 'command'
  | 'automation'
  | 'automation-run'
  | 'deck'
  | 'widget'
  | 'show'
  | 'show-run'
  | 'value'
  | 'round'
  | 'ai-provider'
  | 'ai-memory'
  | 'event-delivery'
  | 'change'
  | 'channel'
  | 'category'
  | 'sandbox-category'
  | 'key-change'
  | `subscriber:${string}`
  | `effect:${string}`
