import { CompleteCommand } from '../complete-command.ts'

export default class Complete extends CompleteCommand {}
