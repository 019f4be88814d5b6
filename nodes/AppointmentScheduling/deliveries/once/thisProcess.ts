import { randomUUID } from 'crypto';

/** Tells whether a delivery is run by the process that took it in; in queue mode it is not. */
export const THIS_PROCESS = randomUUID();
