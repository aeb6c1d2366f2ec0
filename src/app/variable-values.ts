import { type ActivityVariablesServices, activityVariables } from '../capabilities/activity/variables.ts'
import { type CommandVariablesServices, commandVariables } from '../capabilities/commands/variables.ts'
import { type MusicVariablesServices, musicVariables } from '../capabilities/music/variables.ts'
import { type PointsVariablesServices, pointsVariables } from '../capabilities/points/variables.ts'
import { type RoundVariablesServices, roundVariables } from '../capabilities/rounds/variables.ts'
import type { VariableName } from '../capabilities/steps/contract/variables.ts'
import type { VariableValues } from '../capabilities/steps/variables.ts'
import { type RunVariablesServices, runVariables } from '../capabilities/steps/variables.ts'
import { type StreamVariablesServices, streamVariables } from '../capabilities/stream/variables.ts'
import { type ValueVariablesServices, valueVariables } from '../capabilities/values/variables.ts'
import { type ViewerVariablesServices, viewerVariables } from '../capabilities/viewers/variables.ts'
import { type WatchTimeVariablesServices, watchTimeVariables } from '../capabilities/watch-time/variables.ts'

/** What the variables of all capabilities read from. */
export interface VariableServices
  extends RunVariablesServices,
    StreamVariablesServices,
    ViewerVariablesServices,
    PointsVariablesServices,
    WatchTimeVariablesServices,
    MusicVariablesServices,
    ActivityVariablesServices,
    RoundVariablesServices,
    CommandVariablesServices,
    ValueVariablesServices {}

/** The value of every variable. The compiler refuses the list while one is missing. */
export const variableValues: VariableValues<VariableName, VariableServices> = {
  ...runVariables,
  ...streamVariables,
  ...viewerVariables,
  ...pointsVariables,
  ...watchTimeVariables,
  ...musicVariables,
  ...activityVariables,
  ...roundVariables,
  ...commandVariables,
  ...valueVariables,
}
