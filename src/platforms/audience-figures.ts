export const leaderboardPeriods = ['week', 'month', 'lifetime'] as const
export type LeaderboardPeriod = (typeof leaderboardPeriods)[number]

/** One place of a platform's own leaderboard of bits or KICKs. */
export interface BitsLeader {
  readonly rank: number
  readonly user: { readonly id: string; readonly username: string; readonly displayname: string }
  readonly amount: number
}

/** What a platform itself has counted. A figure that it does not provide is absent. */
export interface AudienceFigures<Account> {
  /** All current subscribers, those from before this server was connected included. */
  countSubscribers?(account: Account, signal: AbortSignal): Promise<number>
  /** The viewers who gave the most bits or KICKs, the first place first. */
  listBitsLeaders?(
    account: Account,
    wanted: { readonly period: LeaderboardPeriod; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly BitsLeader[]>
}
