import { it } from 'node:test'
import { isSlow, runsOn } from '../declare.ts'
import { noSmallDisk } from '../small-disk.ts'
import { chaos } from './chaos.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'it is about the files of SQLite; outages of PostgreSQL have a proof of their own' })
isSlow('it starts a server for each disturbance')

const title = 'a stopped process, a moved clock, no file handles and a full disk lose nothing and end by themselves'
if (noSmallDisk === false) testPart(title, chaos, { count: 4 })
else it(title, { skip: noSmallDisk }, () => {})
