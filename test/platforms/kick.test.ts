import { runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')

describePlatform('Kick', openKickStage, { hasWire: true })
