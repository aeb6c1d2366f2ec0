import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Cause, Events } from '../events/events.ts'

/** Which command a redemption of a reward runs, and what happens to the redemption then. */
export interface RewardLink {
  readonly commandId: number
  readonly command: string
  /** The redemption is marked as fulfilled when the command ran. */
  readonly fulfilAfterRun: boolean
  /** The channel points are given back when the command was refused or failed. */
  readonly refundIfRefused: boolean
}

type Key = { channel: number; platform: string; reward: string }
interface LinkRow {
  readonly reward_id: string
  readonly command_id: number
  readonly command: string
  readonly fulfil_after_run: number
  readonly refund_if_refused: number
}

// A link to a deleted command counts for nothing.
const linkColumns = `r.reward_id, r.command_id, c.command, r.fulfil_after_run, r.refund_if_refused
   FROM reward_commands r JOIN commands c ON c.channel_id = r.channel_id AND c.id = r.command_id`
const findLink = sql<Key, LinkRow>(
  `SELECT ${linkColumns} WHERE r.channel_id = :channel AND r.platform = :platform AND r.reward_id = :reward`,
)
const listLinks = sql<{ channel: number; platform: string }, LinkRow>(
  `SELECT ${linkColumns} WHERE r.channel_id = :channel AND r.platform = :platform LIMIT 1000`,
)
const upsertLink = sql<Key & { command: number; fulfil: number; refund: number }>(
  `INSERT INTO reward_commands (channel_id, platform, reward_id, command_id, fulfil_after_run, refund_if_refused)
   VALUES (:channel, :platform, :reward, :command, :fulfil, :refund)
   ON CONFLICT (channel_id, platform, reward_id) DO UPDATE SET command_id = excluded.command_id,
     fulfil_after_run = excluded.fulfil_after_run, refund_if_refused = excluded.refund_if_refused`,
)
const deleteLink = sql<Key>(
  'DELETE FROM reward_commands WHERE channel_id = :channel AND platform = :platform AND reward_id = :reward',
)

export type RewardLinks = ReturnType<typeof createRewardLinks>

/** The commands that rewards run. They are stored here, because the platforms know nothing of commands. */
export function createRewardLinks({ events }: { events: Events }) {
  return {
    async find(reader: Reader, channel: number, platform: Platform, reward: string): Promise<RewardLink | undefined> {
      const row = await reader.get(findLink, { channel, platform, reward })
      return row && linkOf(row)
    },

    /** By the id of the reward. */
    async list(reader: Reader, channel: number, platform: Platform): Promise<ReadonlyMap<string, RewardLink>> {
      const rows = await reader.all(listLinks, { channel, platform })
      return new Map(rows.map((row) => [row.reward_id, linkOf(row)]))
    },

    /** Without a link the reward runs no command. */
    async set(
      tx: Writer,
      cause: Cause,
      platform: Platform,
      reward: { readonly id: string; readonly title: string },
      link: RewardLink | undefined,
    ): Promise<void> {
      const key = { channel: cause.channel.id, platform, reward: reward.id }
      if (link === undefined) {
        if ((await tx.run(deleteLink, key)) === 0) return
      } else {
        const { commandId: command, fulfilAfterRun, refundIfRefused } = link
        await tx.run(upsertLink, {
          ...key,
          command,
          fulfil: fulfilAfterRun ? 1 : 0,
          refund: refundIfRefused ? 1 : 0,
        })
      }
      await events.appendNew(tx, cause, {
        kind: 'reward.linked',
        platform,
        data: {
          reward_id: reward.id,
          reward: reward.title,
          command: link?.command ?? '',
          fulfil_after_run: link?.fulfilAfterRun ?? false,
          refund_if_refused: link?.refundIfRefused ?? false,
        },
      })
    },
  }
}

function linkOf(row: LinkRow): RewardLink {
  return {
    commandId: row.command_id,
    command: row.command,
    fulfilAfterRun: row.fulfil_after_run === 1,
    refundIfRefused: row.refund_if_refused === 1,
  }
}
