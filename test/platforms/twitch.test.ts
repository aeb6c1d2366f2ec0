import { describePlatform } from './describe-platform.ts'
import { openTwitchStage } from './twitch-stage.ts'

describePlatform('Twitch', openTwitchStage, { hasWire: true })
