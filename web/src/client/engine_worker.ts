/*
 * The thread in which the engine thinks. A page starts it as a module worker and speaks to it by engine_client.ts.
 */
import { type Desk, serve } from './engine_service.ts';

serve(self as unknown as Desk);
