import { isSlow, runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openTwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('every promise of a platform, each with its outages')

describePlatform('Twitch', openTwitchStage, { hasWire: true })
