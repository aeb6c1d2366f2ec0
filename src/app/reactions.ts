import { createActivity } from '../capabilities/activity/activity.ts'
import { createChannelReports } from '../capabilities/activity/channel-reports.ts'
import { createInteractions } from '../capabilities/activity/interactions.ts'
import type { AiParts } from '../capabilities/ai/open.ts'
import { recordCommandRun } from '../capabilities/automations/command-runs.ts'
import { openAutomations } from '../capabilities/automations/open-automations.ts'
import { createCommands } from '../capabilities/commands/commands.ts'
import { createCommandRunner } from '../capabilities/commands/runner.ts'
import type { DiscordParts } from '../capabilities/discord/open.ts'
import { createDonationSockets } from '../capabilities/donations/donation-sockets.ts'
import { createDonationSources } from '../capabilities/donations/donation-sources.ts'
import { createSourceRows } from '../capabilities/donations/source-rows.ts'
import type { MusicParts } from '../capabilities/music/open.ts'
import type { ObsParts } from '../capabilities/obs/open.ts'
import { createOutgoingCalls } from '../capabilities/outgoing/outgoing-calls.ts'
import { createRoundClock } from '../capabilities/rounds/round-clock.ts'
import { createRoundRecords } from '../capabilities/rounds/round-records.ts'
import { createRounds } from '../capabilities/rounds/rounds.ts'
import type { ShowParts } from '../capabilities/shows/open.ts'
import { createStopSignals } from '../capabilities/steps/stop-signals.ts'
import { createVariables } from '../capabilities/steps/variables.ts'
import { createTestChannelMirror } from '../capabilities/test-channel/mirror.ts'
import type { VoiceParts } from '../capabilities/voice/open.ts'
import { localDay } from '../kernel/text/local-day.ts'
import type { AudienceParts } from './audience.ts'
import { createBot } from './bot.ts'
import type { BroadcastParts } from './broadcast.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'
import { type StepServices, stepHandlers } from './step-handlers.ts'
import { type VariableServices, variableValues } from './variable-values.ts'

export type ReactionParts = ReturnType<typeof openReactions>

/** Automatic reactions: commands in chat, alerts for follows and donations, and the copy of changes to the test channel. */
export function openReactions(
  needs: NodeParts &
    ChannelParts &
    PlatformParts &
    AudienceParts &
    BroadcastParts &
    StageParts &
    MusicParts &
    ObsParts &
    VoiceParts &
    DiscordParts &
    ShowParts & { aiParts: AiParts },
) {
  const { config, overrides, db, clock, ids, log, ownBus, secret, address, onClose, events, channels, settings } = needs

  const rounds = createRounds(needs)
  const interactions = createInteractions({
    ...needs,
    onRedemption: (received) => bot.onRedemption(received),
    onPoll: rounds.follow,
  })
  const channelReports = createChannelReports(needs)
  const activity = createActivity({ ...needs, channelReports, interactions })
  const commands = createCommands(needs)
  const outgoing = createOutgoingCalls(async () => {
    const { createOutgoing } = await import('../platforms/calls/outgoing.ts')
    return createOutgoing({ allow: config.outgoingAllow })
  })
  const stops = createStopSignals(needs.bus)
  const stepServices: StepServices & VariableServices = {
    ...needs,
    activity,
    commands,
    rounds,
    outgoing,
    chance: overrides.chance ?? Math.random,
    startAutomation: (...args) => automations.startAutomation(...args),
    today: (timeZone) => localDay(timeZone, clock.now()),
  }
  const commandRunner = createCommandRunner({
    ...needs,
    commands,
    stops,
    recordRun: recordCommandRun,
    stepHandlers,
    stepServices,
    variablesOf: createVariables(variableValues, stepServices),
  })
  const automations = openAutomations({
    ...needs,
    commandRunner,
    commands,
    stops,
    nodeId: needs.cluster?.nodeId ?? ids.next('node'),
  })
  onClose(() => void stops.close())
  const bot = createBot({ ...needs, activity, automations, commands, commandRunner, rounds })

  const testChannelMirror = createTestChannelMirror({ db, bus: ownBus, channels, log })
  onClose(() => {
    testChannelMirror.close()
    return testChannelMirror.settled()
  })

  const sockets = createDonationSockets({
    clock,
    bus: needs.bus,
    nodeId: needs.cluster?.nodeId,
    log,
    servers: config.donations ?? {},
    take: (source, donation) => donationSources.take(source, donation),
  })
  const donationSources = createDonationSources({
    db,
    clock,
    ids,
    log,
    events,
    rows: createSourceRows({ db, secret }),
    sockets,
    record: async (channelId, provider, donation) => {
      const channel = await channels.find(channelId)
      if (channel === undefined) throw new Error(`a donation came for channel ${channelId}, which does not exist`)
      const set = await settings.of(channelId)
      await db.write((tx) => activity.recordDonation(tx, channel, provider, donation, set))
    },
    hookUrl: (provider, hook) => address.webhookUrl(`${provider}/${hook}`),
  })
  return {
    activity,
    commands,
    commandRunner,
    runSteps: commandRunner.runSteps,
    automationParts: automations,
    bot,
    donationSources,
    testChannelMirror,
    rounds,
    roundClock: createRoundClock({ ...needs, rounds }),
    roundRecords: createRoundRecords(needs),
  }
}
