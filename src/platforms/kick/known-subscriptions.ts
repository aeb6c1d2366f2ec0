import type { Clock } from '../../kernel/ambient.ts'

/** The shortest interval between two requests for one account, even during a flood of foreign deliveries. */
const askAgainMs = 10_000
/** Kick delivers late at times, so ids of replaced subscriptions are kept; far more than Kick ever replaces. */
const maxIds = 1000

interface Account {
  readonly ids: Set<string>
  askedAt: number
  asking: Promise<void> | undefined
}

export type KnownSubscriptions = ReturnType<typeof createKnownSubscriptions>

/**
 * The ids of our own webhook subscriptions. Kick signs the deliveries of all apps with one key, so a genuine delivery
 * for another app could be passed on to this server and would count a second time. Its subscription is not ours.
 */
export function createKnownSubscriptions({ clock }: { clock: Clock }) {
  const accounts = new Map<string, Account>()

  function accountOf(accountId: string): Account {
    const known = accounts.get(accountId)
    if (known !== undefined) return known
    const created: Account = { ids: new Set(), askedAt: Number.NEGATIVE_INFINITY, asking: undefined }
    accounts.set(accountId, created)
    return created
  }

  function note(accountId: string, ids: Iterable<string>): void {
    const account = accountOf(accountId)
    for (const id of ids) {
      account.ids.add(id)
      const [oldest] = account.ids
      if (account.ids.size > maxIds && oldest !== undefined) account.ids.delete(oldest)
    }
  }

  return {
    /** Called with everything that Kick lists or creates for this account. */
    note,

    /** An unknown id may be of a subscription that another node created; `list` asks Kick. */
    async has(
      accountId: string,
      id: string,
      list: () => Promise<readonly { readonly id: string }[]>,
    ): Promise<boolean> {
      const account = accountOf(accountId)
      if (account.ids.has(id)) return true
      if (account.asking === undefined) {
        if (clock.steady() - account.askedAt < askAgainMs) return false
        account.asking = list()
          .then((all) => {
            account.askedAt = clock.steady()
            note(
              accountId,
              all.map((one) => one.id),
            )
          })
          .finally(() => {
            account.asking = undefined
          })
      }
      await account.asking
      return account.ids.has(id)
    },
  }
}
