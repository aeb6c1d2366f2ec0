import { anyObject, boolean, integer, list, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { storageProblems } from '../../kernel/storage/contract/storage-problems.ts'
import { platforms } from '../../platforms/contract/platforms.ts'
import type { SentEvent } from '../../registry/events.ts'

/** The dashboard and the log as the panel gets them; the event stream sends the same fields. */
export const dashboardState = object({
  platforms: list(
    object({
      platform: oneOf(platforms),
      username: text(),
      connector: text(),
      live: boolean(),
      title: text(),
      category: text(),
      viewers: integer(),
      followers: integer(),
      startedAt: nullable(integer()),
      takesTitle: boolean(),
      takesCategory: boolean(),
      moderates: boolean({ description: 'Whether messages can be deleted and people timed out.' }),
      pins: boolean(),
      shoutouts: boolean(),
      error: nullable(text()),
    }),
  ),
  overlay: boolean(),
  bot: boolean(),
  extension: boolean(),
  storage: nullable(
    object({
      problem: oneOf(storageProblems),
      backup: nullable(text({ description: 'The newest backup in the data folder.' })),
    }),
  ),
})

export const loggedEvent = object({
  seq: integer(),
  kind: text(),
  platform: nullable(oneOf(platforms)),
  viewerId: nullable(integer()),
  actor: text(),
  requestId: text(),
  at: integer(),
  data: anyObject(),
})

export const exampleEvent: SentEvent = {
  seq: 1,
  kind: 'follow',
  platform: 'kick',
  viewerId: 1,
  actor: 'platform:kick',
  requestId: 'req_1',
  at: 1_763_000_000_000,
  data: { type: 'follower', user_id: '10001', username: 'alice', displayname: 'Alice' },
}
