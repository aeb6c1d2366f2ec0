import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { PanelRole } from '../../kernel/operation/contract/panel-roles.ts'
import { createConnectionsReport } from './connections-report.ts'
import { createQuotaReport } from './quota-report.ts'
import { createStatusReport } from './status-report.ts'
import { sendData, type Tab } from './tab.ts'

export type ChannelTabs = ReturnType<typeof createChannelTabs>

/** The open tabs of one channel, and what is read once for all of them. */
export function createChannelTabs(needs: { ctx: Context; log: Log; channel: Channel }) {
  const { channel } = needs
  const tabs = new Set<Tab>()
  return {
    channel,
    tabs,
    status: createStatusReport({ ...needs, tabs }),
    connections: createConnectionsReport({ ...needs, tabs }),
    quotas: createQuotaReport({ ...needs, tabs }),

    broadcast(name: string, data: Readonly<Record<string, unknown>>): void {
      for (const tab of tabs) sendData(tab, name, data)
    },

    setRole({ personId, role }: { readonly personId: string; readonly role: PanelRole }): void {
      for (const tab of tabs) if (tab.personId === personId) tab.role = role
    },

    /** The page explains why it ends; without a reason it would only show the sign-in page. */
    removePerson(personId: string): void {
      for (const tab of tabs) {
        if (tab.personId !== personId) continue
        sendData(tab, 'removed', {})
        tab.res.end()
      }
    },

    endSession(sessionId: string): void {
      for (const tab of tabs) if (tab.sessionId === sessionId) tab.res.end()
    },
  }
}
