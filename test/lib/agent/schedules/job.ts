/** A thread of a campaign: runs the schedules that it is sent, and answers with one that breaks, or with undefined. */
import { parentPort } from 'node:worker_threads'
import { campaign } from './campaign.ts'
import type { Seeds } from './jobs.ts'

parentPort?.on('message', (seeds: Seeds) => parentPort?.postMessage(campaign(seeds)))
