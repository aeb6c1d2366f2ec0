import { poll } from '../../src/capabilities/widgets/contract/widgets/rounds.ts'
import { implementWidget } from '../widget.ts'
import { startBallot } from '../widget-parts/ballot.ts'

export const widget = implementWidget(poll, (context) => startBallot(context, context.settings))
