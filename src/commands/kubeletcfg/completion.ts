import { CompletionCommand } from '../completion-command.ts'

export default class Completion extends CompletionCommand {}
