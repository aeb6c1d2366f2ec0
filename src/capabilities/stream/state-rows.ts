import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { ChatRules } from '../../platforms/chat-rules.ts'
import { noChatRules } from '../../platforms/chat-rules.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformCategory } from '../../platforms/platform.ts'

type Place = { channel: number; platform: string }

interface StateRow {
  readonly live: number | null
  readonly title: string | null
  readonly category_id: string | null
  readonly category: string | null
  readonly chat_rules: string | null
  readonly pinned_id: string | null
  readonly changed_at: number
  readonly expected: string | null
  readonly expected_at: number | null
}

/** What is known of a stream and its chat; undefined where nothing is known yet. */
export interface KnownState {
  readonly live: boolean | undefined
  readonly title: string | undefined
  readonly category: PlatformCategory | undefined
  readonly chatRules: ChatRules | undefined
  /** Null: no message is pinned. */
  readonly pinnedId: string | null | undefined
  /** When it last changed. */
  readonly changedAt: number
  /** What this server has asked the platform to change to, and when. */
  readonly expected: { readonly title?: string; readonly category?: PlatformCategory } | undefined
  readonly expectedAt: number
}

export const nothingKnown: KnownState = {
  live: undefined,
  title: undefined,
  category: undefined,
  chatRules: undefined,
  pinnedId: undefined,
  changedAt: 0,
  expected: undefined,
  expectedAt: 0,
}

/** In the database: no message is pinned. */
const noPin = ''

const columns = 'live, title, category_id, category, chat_rules, pinned_id, changed_at, expected, expected_at'
// The row of another account, which was connected before, does not count.
const findState = sql<Place, StateRow>(
  `SELECT ${columns} FROM stream_states WHERE channel_id = :channel AND platform = :platform AND account_id = (
     SELECT account_id FROM platform_accounts WHERE channel_id = :channel AND platform = :platform)`,
)
const findAccount = sql<Place, { account_id: string }>(
  'SELECT account_id FROM platform_accounts WHERE channel_id = :channel AND platform = :platform',
)
const findLive = sql<{ channel: number }, { platform: string }>(
  `SELECT s.platform AS platform FROM stream_states s JOIN platform_accounts a
     ON a.channel_id = s.channel_id AND a.platform = s.platform AND a.account_id = s.account_id
   WHERE s.channel_id = :channel AND s.live = 1 LIMIT 1`,
)
const upsertState = sql<
  Place & {
    account: string
    live: number | null
    title: string | null
    categoryId: string | null
    category: string | null
    chatRules: string | null
    pinnedId: string | null
    changedAt: number
    expected: string | null
    expectedAt: number | null
  }
>(
  `INSERT INTO stream_states (channel_id, platform, account_id, ${columns})
   VALUES (:channel, :platform, :account, :live, :title, :categoryId, :category, :chatRules, :pinnedId, :changedAt,
     :expected, :expectedAt)
   ON CONFLICT (channel_id, platform) DO UPDATE SET account_id = excluded.account_id, live = excluded.live,
     title = excluded.title, category_id = excluded.category_id, category = excluded.category,
     chat_rules = excluded.chat_rules, pinned_id = excluded.pinned_id, changed_at = excluded.changed_at,
     expected = excluded.expected, expected_at = excluded.expected_at`,
)

/** Undefined while nothing is known of the connected account. */
export async function readState(
  reader: Reader,
  channelId: number,
  platform: Platform,
): Promise<KnownState | undefined> {
  const row = await reader.get(findState, { channel: channelId, platform })
  if (row === undefined) return undefined
  const { live, title, category_id, category, chat_rules, pinned_id, changed_at, expected, expected_at } = row
  return {
    live: live === null ? undefined : live === 1,
    title: title ?? undefined,
    category: category_id === null ? undefined : { id: category_id, name: category ?? '' },
    chatRules: chat_rules === null ? undefined : { ...noChatRules, ...(JSON.parse(chat_rules) as Partial<ChatRules>) },
    pinnedId: pinned_id === null ? undefined : pinned_id === noPin ? null : pinned_id,
    changedAt: changed_at,
    expected: expected === null ? undefined : (JSON.parse(expected) as KnownState['expected']),
    expectedAt: expected_at ?? 0,
  }
}

/** Whether the channel is live on any connected platform, as far as is known. */
export async function isLiveAnywhere(reader: Reader, channelId: number): Promise<boolean> {
  return (await reader.get(findLive, { channel: channelId })) !== undefined
}

/** Does nothing for a platform without an account: it was disconnected in the meantime. */
export async function writeState(tx: Writer, channelId: number, platform: Platform, state: KnownState): Promise<void> {
  const place = { channel: channelId, platform }
  const account = await tx.get(findAccount, place)
  if (account === undefined) return
  const { live, title, category, chatRules, pinnedId, changedAt, expected, expectedAt } = state
  await tx.run(upsertState, {
    ...place,
    account: account.account_id,
    live: live === undefined ? null : live ? 1 : 0,
    title: title ?? null,
    categoryId: category?.id ?? null,
    category: category?.name ?? null,
    chatRules: chatRules === undefined ? null : JSON.stringify(chatRules),
    pinnedId: pinnedId === undefined ? null : (pinnedId ?? noPin),
    changedAt,
    expected: expected === undefined ? null : JSON.stringify(expected),
    expectedAt: expected === undefined ? null : expectedAt,
  })
}
