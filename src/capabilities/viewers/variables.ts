import type { VariableValues } from '../steps/variables.ts'
import { viewerOf } from './viewer-of-run.ts'
import type { Viewers } from './viewers.ts'

/** What these variables read from. */
export interface ViewerVariablesServices {
  readonly viewers: Viewers
}

type Services = ViewerVariablesServices

export const viewerVariables: VariableValues<'messages', Services> = {
  messages: async (run, args, services) => String((await viewerOf(run, args, services))?.messageCount ?? 0),
}
