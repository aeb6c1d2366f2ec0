import { describePlatform } from './describe-platform.ts'
import { openKickStage } from './kick-stage.ts'

describePlatform('Kick', openKickStage, { hasWire: true })
