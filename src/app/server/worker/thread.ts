// The program of the worker thread.
import { serveTasks } from './serve-tasks.ts'
import { TASKS } from './tasks.ts'

serveTasks(TASKS)
