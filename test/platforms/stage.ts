import type { Platform } from '../../src/platforms/contract/platforms.ts'
import type { TestApp } from '../create-test-app.ts'
import type { FakeServer } from '../fakes/fake-server.ts'

/** A platform as its own people see it, with a server of ours connected to it. */
export interface Stage {
  readonly app: TestApp
  readonly platform: Platform
  /** The highest tier of a subscription there; 3 unless it is said. */
  readonly maxTier?: number
  /** What the platform reports so late that a test of its own follows it. */
  readonly reportsLater?: readonly string[]
  /** Ids of people who exist there, by name. `alice` and `bob` do. */
  idOf(username: string): string
  look(): Promise<StageView>
  setLive(isLive: boolean): Promise<void>
  /** The next chat line is not taken, for a reason that the platform gives. Answers the reason. */
  refuseNextLine(): string
  /** The next call gets no answer. What it returns is called when that call is over. */
  hangNext(): void
  /** Somebody does something there, and the platform tells it twice where it can, as platforms do. */
  act(action: StageAction): Promise<void>
  /** Absent where there is no sign-in and no wire. */
  readonly wire?: Wire
  close(): Promise<void>
}

export interface StageView {
  readonly title: string
  readonly category: string
  readonly lines: readonly {
    readonly id: string
    readonly by: 'broadcaster' | 'bot' | 'viewer'
    readonly text: string
  }[]
  /** Minutes by name; null is for good. */
  readonly bans: ReadonlyMap<string, number | null>
}

export type StageAction = { readonly by: string } & (
  | { readonly kind: 'chat'; readonly text: string }
  | { readonly kind: 'follow' | 'unban' }
  | { readonly kind: 'subscribe'; readonly tier: number; readonly months: number }
  | { readonly kind: 'bits'; readonly amount: number }
  | { readonly kind: 'ban' }
)

/** The sign-in and the way there, which can be made to fail. */
export interface Wire {
  readonly server: FakeServer
  /** Every token and code that was ever given out. */
  readonly secrets: readonly string[]
  readonly renewals: number
  /** What chat lines, reads and token requests look like on the wire: `METHOD /path`. */
  readonly sends: RegExp
  readonly reads: RegExp
  expireTokens(): void
  refuseRenewals(isSo: boolean): void
  /** The service answers 429 for so long. */
  pause(seconds: number): void
  /** Signs in again, perhaps without allowing everything. */
  connect(more?: { readonly role?: 'broadcaster' | 'bot'; readonly without?: readonly string[] }): Promise<void>
  /** The scope that writing in the chat needs. */
  readonly chatScope: string
  /** Whether there is a bot to speak as when no bot account is connected. */
  readonly hasOwnBot?: boolean
}

/** A stage that could not be set leaves nothing open: the run would wait for it for ever. */
export async function closingOnTrouble<T>(opened: { close(): Promise<unknown> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await opened.close()
    throw error
  }
}
