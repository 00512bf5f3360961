/** A thread of a campaign. */
import { answerSeeds } from '../../../support/schedules/jobs.ts'
import { campaign } from './campaign.ts'

answerSeeds(campaign)
