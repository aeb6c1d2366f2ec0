import { openActivity } from '../capabilities/activity/open.ts'
import type { AiParts } from '../capabilities/ai/open.ts'
import { recordCommandRun } from '../capabilities/automations/command-runs.ts'
import { openAutomations } from '../capabilities/automations/open.ts'
import { createCommands } from '../capabilities/commands/commands.ts'
import { openTriggeredCommands } from '../capabilities/commands/open.ts'
import { createCommandRunner } from '../capabilities/commands/runner.ts'
import { createChatLinks } from '../capabilities/discord/chat-links.ts'
import type { DiscordParts } from '../capabilities/discord/open.ts'
import { openDonationSources } from '../capabilities/donations/open.ts'
import { openLanguageFollowing } from '../capabilities/first-start/open.ts'
import type { MusicParts } from '../capabilities/music/open.ts'
import type { ObsParts } from '../capabilities/obs/open.ts'
import { createHeaderSecrets } from '../capabilities/outgoing/header-secrets.ts'
import { createOutgoingCalls } from '../capabilities/outgoing/outgoing-calls.ts'
import { openRounds } from '../capabilities/rounds/open.ts'
import type { ShowParts } from '../capabilities/shows/open.ts'
import { createStopSignals } from '../capabilities/steps/stop-signals.ts'
import { createVariables } from '../capabilities/steps/variables.ts'
import { openTestChannel } from '../capabilities/test-channel/open.ts'
import type { VoiceParts } from '../capabilities/voice/open.ts'
import type { VtsParts } from '../capabilities/vts/open.ts'
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
    VtsParts &
    DiscordParts &
    ShowParts & { aiParts: AiParts },
) {
  const { db, clock, ids, nodeId, onClose } = needs

  const rounds = openRounds(needs)
  const { activity } = openActivity({
    ...needs,
    onRedemption: (received) => triggered.rewardCommands.receive(received),
    onPoll: rounds.rounds.follow,
  })
  const commands = createCommands(needs)
  const stops = createStopSignals(needs.bus)
  const headerSecrets = createHeaderSecrets(needs)
  const stepServices: StepServices & VariableServices = {
    ...needs,
    ...rounds,
    activity,
    commands,
    headerSecrets,
    outgoing: createOutgoingCalls(needs.openOutgoing),
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
    nodeId: nodeId ?? ids.next('node'),
  })
  onClose(() => void stops.close())
  openLanguageFollowing({ ...needs, commands, automations: automations.automations })
  const triggered = openTriggeredCommands({
    ...needs,
    commandRunner,
    commands,
    stopAll: (caller) => db.write((tx) => automations.stopAll(tx, caller)),
  })
  const chatLinks = createChatLinks(needs)
  return {
    activity,
    commands,
    headerSecrets,
    commandRunner,
    runSteps: commandRunner.runSteps,
    automationParts: automations,
    bot: createBot({ ...needs, ...rounds, ...triggered, activity, automations, chatLinks }),
    ...openTestChannel(needs),
    ...openDonationSources({ ...needs, recordDonation: activity.recordDonation }),
    ...rounds,
  }
}
