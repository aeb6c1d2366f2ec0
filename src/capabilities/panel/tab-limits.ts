import type { ChannelTabs } from './channel-tabs.ts'

const maxTabsPerChannel = 100
/** One person, or one address, must not use up the tabs of everybody else. */
const maxTabsPerSession = 20
const maxTabsPerAddress = 200

/** Whether this session and this address may open no further tab of the channel. */
export function areTabsFull(
  channels: ReadonlyMap<number, ChannelTabs>,
  room: ChannelTabs,
  { sessionId, address }: { readonly sessionId: string; readonly address: string },
): boolean {
  if (room.tabs.size >= maxTabsPerChannel) return true
  const ofSession = [...room.tabs].filter((tab) => tab.sessionId === sessionId)
  if (ofSession.length >= maxTabsPerSession) return true
  let ofAddress = 0
  for (const { tabs } of channels.values()) for (const tab of tabs) if (tab.address === address) ofAddress++
  return ofAddress >= maxTabsPerAddress
}
