import { randomUUID } from 'crypto';

/** Identifies this process. In queue mode, one process receives a delivery and another one runs it. */
export const THIS_PROCESS = randomUUID();
