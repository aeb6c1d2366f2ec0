import { schema } from './0016-schema.ts'
import { idSequences } from './0017-id-sequences.ts'
import { idempotencySize } from './0018-idempotency-size.ts'
import { minuteJobs } from './0019-minute-jobs.ts'
import { serviceCredentials } from './0020-service-credentials.ts'
import { deviceSignIns } from './0021-device-sign-ins.ts'
import { kickSubscriptionReports } from './0022-kick-subscription-reports.ts'
import { rewards } from './0023-rewards.ts'
import { streamStates } from './0024-stream-states.ts'
import { listenerMarks } from './0025-listener-marks.ts'
import { namedValues } from './0026-named-values.ts'
import { automations } from './0027-automations.ts'
import { rounds } from './0028-rounds.ts'
import { shows } from './0029-shows.ts'
import { obs } from './0030-obs.ts'
import { sandboxPins } from './0031-sandbox-pins.ts'
import { convertedRules } from './0032-converted-rules.ts'
import { songRequests } from './0033-song-requests.ts'
import { ai } from './0035-ai.ts'
import { discord } from './0036-discord.ts'
import { activeVoiceEffects } from './0037-active-voice-effects.ts'
import { eventWebhooks } from './0038-event-webhooks.ts'
import { decks } from './0039-decks.ts'
import { firstStepsAndSignIns } from './0040-first-steps-and-sign-ins.ts'
import { sandboxDiscord } from './0044-sandbox-discord.ts'
import { widgets } from './0047-widgets.ts'
import { eventTotals } from './0049-event-totals.ts'
import { languageOfPeople } from './0050-language-of-people.ts'
import { alreadyLive } from './0051-already-live.ts'
import { cheaperKinds } from './0052-cheaper-kinds.ts'
import { typesOfDeliveries } from './0053-types-of-deliveries.ts'
import { wrongCodes } from './0054-wrong-codes.ts'
import { audienceOfMemory } from './0055-audience-of-memory.ts'
import { discordWithdrawals } from './0056-discord-withdrawals.ts'
import { automationStarts } from './0057-automation-starts.ts'
import { cueStepWaits } from './0058-cue-step-waits.ts'
import { testChannelChanges } from './0059-test-channel-changes.ts'
import { twitchSubscriptions } from './0060-twitch-subscriptions.ts'
import { receivedGifts } from './0061-received-gifts.ts'
import { unitsOfSupport } from './0062-units-of-support.ts'
import { headerSecrets } from './0063-header-secrets.ts'
import { changes } from './0064-changes.ts'
import { openedPlaces } from './0065-opened-places.ts'
import { announcedRounds } from './0066-announced-rounds.ts'
import type { Migration } from './migration.ts'

/** In ascending order. The first is the baseline and stands for all versions before it. */
export const migrations = [
  schema,
  idSequences,
  idempotencySize,
  minuteJobs,
  serviceCredentials,
  deviceSignIns,
  kickSubscriptionReports,
  rewards,
  streamStates,
  listenerMarks,
  namedValues,
  automations,
  rounds,
  shows,
  obs,
  sandboxPins,
  convertedRules,
  songRequests,
  ai,
  discord,
  activeVoiceEffects,
  eventWebhooks,
  decks,
  firstStepsAndSignIns,
  sandboxDiscord,
  widgets,
  eventTotals,
  languageOfPeople,
  alreadyLive,
  cheaperKinds,
  typesOfDeliveries,
  wrongCodes,
  audienceOfMemory,
  discordWithdrawals,
  automationStarts,
  cueStepWaits,
  testChannelChanges,
  twitchSubscriptions,
  receivedGifts,
  unitsOfSupport,
  headerSecrets,
  changes,
  openedPlaces,
  announcedRounds,
] as const satisfies readonly Migration[]
