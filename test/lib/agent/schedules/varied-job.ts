/** A thread of a campaign. */
import { campaignOf } from '../../../support/schedules/campaign.ts'
import { answerSeeds } from '../../../support/schedules/jobs.ts'
import { agentSchedules } from './campaign.ts'
import { variedSchedule } from './varied.ts'

answerSeeds((seeds) => campaignOf({ ...agentSchedules(), draw: variedSchedule }, seeds))
