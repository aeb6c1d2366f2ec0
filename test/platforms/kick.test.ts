import { isSlow, runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('every promise of a platform, each with its outages')

describePlatform('Kick', openKickStage, { hasWire: true })
