import { createActivity } from './activity.ts'
import { createChannelReports } from './channel-reports.ts'
import { createInteractions } from './interactions.ts'

type ActivityNeeds = Omit<Parameters<typeof createActivity>[0], 'channelReports' | 'interactions'> &
  Parameters<typeof createChannelReports>[0] &
  Parameters<typeof createInteractions>[0]

/** Stores what platforms report, from messages and follows to polls and redemptions. */
export function openActivity(needs: ActivityNeeds) {
  const channelReports = createChannelReports(needs)
  const interactions = createInteractions(needs)
  return { activity: createActivity({ ...needs, channelReports, interactions }) }
}
