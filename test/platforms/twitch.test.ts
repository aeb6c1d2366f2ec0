import { runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openTwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')

describePlatform('Twitch', openTwitchStage, { hasWire: true })
