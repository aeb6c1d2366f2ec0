import type { DatabaseSync } from 'node:sqlite'

/** What must hold in any database at any time, looked at from outside the server. Each fault is a line with numbers. */
export function faultsInDatabase(db: DatabaseSync): string[] {
  const { integrity_check: verdict } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
  return [
    ...(verdict === 'ok' ? [] : [`integrity: ${verdict}`]),
    ...rules.flatMap(({ fault, sql }) => {
      const rows = db.prepare(`${sql} LIMIT 5`).all()
      return rows.length === 0 ? [] : [`${fault}: ${JSON.stringify(rows)}`]
    }),
    ...rankingFaults(db),
  ]
}

const rules = [
  {
    fault: 'the ledger does not add up to the balance',
    sql: `WITH ledger AS MATERIALIZED (SELECT channel_id, viewer_id, sum(delta) AS total FROM points_ledger
        WHERE currency = 'points' GROUP BY channel_id, viewer_id)
      SELECT v.channel_id, v.username, v.points, coalesce(l.total, 0) AS ledger FROM viewers v
      LEFT JOIN ledger l ON l.channel_id = v.channel_id AND l.viewer_id = v.id WHERE v.points <> coalesce(l.total, 0)`,
  },
  {
    fault: "the newest ledger row's balance is not the viewer's",
    sql: `SELECT v.channel_id, v.username, v.points, l.balance FROM viewers v LEFT JOIN points_ledger l
      ON l.channel_id = v.channel_id AND l.seq = v.points_seq AND l.viewer_id = v.id AND l.currency = 'points'
      WHERE coalesce(l.balance, 0) <> v.points`,
  },
  {
    fault: 'a ledger row does not name the one before it',
    sql: `SELECT * FROM (SELECT channel_id, seq, viewer_id, currency, previous_seq,
        lag(seq) OVER (PARTITION BY channel_id, viewer_id, currency ORDER BY seq) AS before FROM points_ledger) AS rows
      WHERE previous_seq IS NOT before`,
  },
  {
    fault: 'a ledger row has no event',
    sql: `SELECT l.channel_id, l.seq, l.viewer_id FROM points_ledger l LEFT JOIN events e
      ON e.channel_id = l.channel_id AND e.seq = l.seq WHERE e.seq IS NULL`,
  },
  {
    fault: "a viewer's days do not add up to the total",
    sql: `SELECT * FROM (SELECT v.channel_id, v.username, v.watch_minutes,
        (SELECT coalesce(sum(d.minutes), 0) FROM watch_time_days d WHERE d.channel_id = v.channel_id
          AND d.viewer_id = v.id AND d.day BETWEEN 0 AND 99999999) AS days FROM viewers v) AS totals
      WHERE watch_minutes <> days`,
  },
  {
    fault: "a viewer's messages by day do not add up to the total",
    sql: `SELECT * FROM (SELECT v.channel_id, v.username, v.counted_month,
        v.message_count + coalesce((SELECT m.messages FROM watch_time_months m WHERE m.channel_id = v.channel_id
          AND m.platform = v.platform AND m.month = v.counted_month AND m.viewer_id = v.id), 0) AS messages,
        (SELECT coalesce(sum(d.messages), 0) FROM watch_time_days d WHERE d.channel_id = v.channel_id
          AND d.viewer_id = v.id AND d.day BETWEEN 0 AND 99999999) AS days FROM viewers v) AS totals
      WHERE messages <> days`,
  },
  {
    fault: "a month does not equal its days' sum",
    sql: `SELECT m.channel_id, m.viewer_id, m.month, m.minutes, m.messages FROM watch_time_months m
      WHERE (m.minutes, m.messages) <> (
        SELECT coalesce(sum(d.minutes), 0), coalesce(sum(d.messages), 0) FROM watch_time_days d
        WHERE d.channel_id = m.channel_id AND d.viewer_id = m.viewer_id
          AND d.day BETWEEN m.month * 100 AND m.month * 100 + 99)`,
  },
  {
    fault: 'an id is above the last that was given out',
    sql: `SELECT * FROM (
        SELECT channel_id, 'alert' AS name, id FROM audio_alerts UNION ALL SELECT channel_id, 'song', id FROM songs
        UNION ALL SELECT channel_id, 'command', id FROM commands
        UNION ALL SELECT channel_id, 'subscriber:' || platform, id FROM subscribers
        UNION ALL SELECT 0, 'channel', id FROM channels) AS used
      WHERE id > coalesce((SELECT last FROM id_sequences s WHERE s.channel_id = used.channel_id AND s.name = used.name), 0)`,
  },
  {
    fault: 'an event is newer than its channel knows',
    sql: `SELECT c.id, c.last_event, max(e.seq) AS newest FROM channels c JOIN events e ON e.channel_id = c.id
      GROUP BY c.id HAVING max(e.seq) > c.last_event`,
  },
]

interface Block {
  readonly channel_id: number
  readonly board: string
  readonly platform: string
  readonly first_score: number
  readonly first_seniority: number
  readonly viewers: number
}

/** Every block of every leaderboard carries the number of viewers that really stand in it. */
export function rankingFaults(db: DatabaseSync): string[] {
  const blocks = db
    .prepare(
      `SELECT * FROM ranking_blocks ORDER BY channel_id, board, platform, first_score DESC, first_seniority DESC`,
    )
    .all() as unknown as Block[]
  const faults: string[] = []
  for (const [index, block] of blocks.entries()) {
    const { column, floor } = block.board === 'points' ? points : watch
    const below = blocks[index + 1]
    const next = below !== undefined && sameBoard(block, below) ? below : { first_score: floor - 1, first_seniority: 0 }
    const { count } = db
      .prepare(
        `SELECT count(*) AS count FROM viewers WHERE channel_id = ? AND platform = ? AND is_bot = 0 AND ${column} >= ?
         AND (${column}, seniority) <= (?, ?) AND (${column}, seniority) > (?, ?)`,
      )
      .get(
        block.channel_id,
        block.platform,
        floor,
        block.first_score,
        block.first_seniority,
        next.first_score,
        next.first_seniority,
      ) as { count: number }
    if (count !== block.viewers) faults.push(`a ranking block counts ${block.viewers}, holds ${count}: ${name(block)}`)
  }
  return [...faults, ...[points, watch].flatMap((board) => boardTotalFaults(db, board))]
}

const points = { name: 'points', column: 'points', floor: 0 }
const watch = { name: 'watch', column: 'watch_minutes', floor: 1 }

function boardTotalFaults(db: DatabaseSync, { name: board, column, floor }: typeof points): string[] {
  const rows = db
    .prepare(
      `SELECT v.channel_id, v.platform, count(*) AS viewers, (SELECT coalesce(sum(b.viewers), 0) FROM ranking_blocks b
         WHERE b.channel_id = v.channel_id AND b.platform = v.platform AND b.board = ?) AS counted
       FROM viewers v WHERE v.is_bot = 0 AND v.${column} >= ? GROUP BY v.channel_id, v.platform`,
    )
    .all(board, floor) as { viewers: number; counted: number }[]
  return rows
    .filter(({ viewers, counted }) => viewers !== counted)
    .map((row) => `the ${board} board does not count its viewers: ${JSON.stringify(row)}`)
}

function sameBoard(a: Block, b: Block): boolean {
  return a.channel_id === b.channel_id && a.board === b.board && a.platform === b.platform
}

function name(block: Block): string {
  return `channel ${block.channel_id} ${block.board} ${block.platform} ${block.first_score}/${block.first_seniority}`
}
