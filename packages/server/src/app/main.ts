// Entry point of the server.
import { serve } from './serve.ts'

void serve(process.argv.slice(2))
