import type { Log } from '../../kernel/log.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { sendData, type Tab } from './tab.ts'

/** What remains of the quotas of keys, until each is full again. */
export function createQuotaReport(needs: { ctx: Pick<Context, 'quotas'>; log: Log; tabs: ReadonlySet<Tab> }) {
  const { ctx, log, tabs } = needs
  /** Quotas that are partly used, as `keyId operation`. */
  const used = new Set<string>()

  return {
    noteUse(keyId: string, operation: string): void {
      used.add(`${keyId} ${operation}`)
    },

    async send(): Promise<void> {
      try {
        for (const pair of used) {
          const [keyId = '', operation = ''] = pair.split(' ')
          const quota = await ctx.quotas.find(keyId, operation)
          if (quota === undefined || quota.remaining === quota.limit) used.delete(pair)
          if (quota === undefined) continue
          // The roles that may list the keys.
          const readers = [...tabs].filter(({ role }) => reaches(role, 'editor'))
          for (const tab of readers) sendData(tab, 'quota', { key_id: keyId, ...quota })
        }
      } catch (error) {
        log.warn('the quotas of keys could not be sent to the panel', { error })
      }
    },
  }
}
